// Language, direction and theme as the program will set them, before anything is painted; and whether the first screen comes.
(() => {
  const page = document.documentElement;
  const asks = (what) => matchMedia(`(prefers-${what})`).matches;
  const system = (asks('contrast: more') && 'contrast') || (asks('color-scheme: dark') && 'night') || 'acacia';
  let kept;
  try {
    kept = localStorage.getItem('gebeta.settings');
  } catch {
    // Where nothing may be kept, nothing was chosen.
  }
  const [language, theme] = ['language', 'theme'].map((key) => kept?.match(`${key} = (\\w+)`)?.[1]);
  const tag = (language || navigator.language).slice(0, 2);
  page.lang = ['am', 'ar'].includes(tag) ? tag : 'en';
  page.dir = page.lang === 'ar' ? 'rtl' : 'ltr';
  page.dataset.theme = theme && theme !== 'auto' ? theme : system;
  if (location.hash.length < 3) page.dataset.first = 'yes';
})();
