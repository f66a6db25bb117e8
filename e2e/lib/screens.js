// Sizes of screens, and the addresses of the program's screens.
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const SMALLEST = { viewport: { width: 320, height: 568 } };

export const THEMES = ['classic', 'night', 'faience', 'acacia', 'horror', 'contrast'];

// Screens that need no game to be there.
export const SCREENS = {
  home: '#/',
  'setup-mancala': '#/setup/mancala',
  'setup-senet': '#/setup/senet',
  rules: '#/rules',
  'learn-mancala': '#/learn/mancala',
  'learn-senet': '#/learn/senet',
  games: '#/games',
  analysis: '#/analysis',
  statistics: '#/statistics',
  settings: '#/settings',
  about: '#/about',
  lost: '#/nowhere',
};
