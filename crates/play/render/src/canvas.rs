use crate::color::{Color, TEXT, mix};
use crate::shape::{Point, Shape};

/// Dots to draw on.
#[derive(Debug)]
pub(crate) struct Canvas {
    width: u32,
    height: u32,
    dots: Vec<Color>,
}

impl Canvas {
    /// An empty one.
    pub(crate) fn new(width: u32, height: u32, color: Color) -> Self {
        Self { width, height, dots: vec![color; (width * height) as usize] }
    }

    /// A shape in one colour.
    pub(crate) fn fill(&mut self, shape: &Shape, color: Color) {
        self.paint(shape, 1.0, |_| color, 1.0);
    }

    /// A shape that changes its colour from its upper to its lower edge.
    pub(crate) fn shade(&mut self, shape: &Shape, top: Color, bottom: Color) {
        let (low, high) = shape.bounds();
        let height = (high.1 - low.1).max(1.0);
        self.paint(shape, 1.0, |y| mix(top, bottom, ((y - low.1) / height).clamp(0.0, 1.0)), 1.0);
    }

    /// The shadow of a shape that lies `by` beside it, with a rim of `soft` dots.
    pub(crate) fn shadow(&mut self, shape: &Shape, by: Point, soft: f32) {
        self.paint(&shape.clone().moved(by), soft, |_| TEXT, 0.28);
    }

    /// `soft` is how many dots the rim takes from nothing to all, 1 for a sharp one.
    fn paint(&mut self, shape: &Shape, soft: f32, color: impl Fn(f32) -> Color, strength: f32) {
        let (low, high) = shape.bounds();
        let range = |low: f32, high: f32, end: u32| {
            (low - soft).floor().clamp(0.0, end as f32) as u32
                ..(high + soft).ceil().clamp(0.0, end as f32) as u32
        };
        for row in range(low.1, high.1, self.height) {
            let y = row as f32 + 0.5;
            let color = color(y);
            for column in range(low.0, high.0, self.width) {
                let inside = (0.5 - shape.distance((column as f32 + 0.5, y)) / soft).clamp(0.0, 1.0);
                if inside > 0.0 {
                    let dot = &mut self.dots[(row * self.width + column) as usize];
                    *dot = mix(*dot, color, inside * strength);
                }
            }
        }
    }

    /// As a file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("memory takes a header");
        writer.write_image_data(self.dots.as_flattened()).expect("the dots are as many as the header says");
        writer.finish().expect("memory takes an end");
        file
    }
}
