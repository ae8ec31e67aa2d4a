import type { DemoAuthor } from './demo-content.ts'

export const demoAuthors: readonly DemoAuthor[] = [
  {
    name: 'Ines Albrecht',
    portrait: 'portrait-ines',
    role: 'Editor',
    bio: 'Ines edits what the others write and keeps the style sheet. She came to magazines from dictionaries, and it shows.',
    email: 'ines@folded-sheets.example',
    website: 'https://folded-sheets.example/ines',
    place: [12.3731, 51.3397],
    since: '2021-03-01',
    german: {
      role: 'Redakteurin',
      bio: 'Ines redigiert, was die anderen schreiben, und pflegt die Hausregeln. Sie kam von den Wörterbüchern zu den Magazinen.',
    },
  },
  {
    name: 'Tomás Rivera',
    portrait: 'portrait-tomas',
    role: 'Bookbinder',
    bio: 'Tomás runs a two-bench bindery and teaches on Saturdays. He has not bought a new tool since 2009 and is proud of it.',
    email: 'tomas@folded-sheets.example',
    place: [-5.9845, 37.3891],
    since: '2021-05-14',
    german: {
      role: 'Buchbinder',
      bio: 'Tomás führt eine Werkstatt mit zwei Bänken und unterrichtet samstags. Seit 2009 hat er kein neues Werkzeug gekauft.',
    },
  },
  {
    name: 'Wen Zhao',
    portrait: 'portrait-wen',
    role: 'Type designer',
    bio: 'Wen draws letters for small sizes and bad screens. Her first typeface was made for a bus timetable.',
    email: 'wen@folded-sheets.example',
    website: 'https://folded-sheets.example/wen',
    place: [103.8198, 1.3521],
    since: '2022-01-10',
    german: {
      role: 'Schriftgestalterin',
      bio: 'Wen zeichnet Buchstaben für kleine Grade und schlechte Bildschirme. Ihre erste Schrift entstand für einen Busfahrplan.',
    },
  },
  {
    name: 'Maud Okafor',
    portrait: 'portrait-maud',
    role: 'Web developer',
    bio: 'Maud builds this site and tries to make it smaller every year. So far she has succeeded four times.',
    email: 'maud@folded-sheets.example',
    website: 'https://folded-sheets.example/maud',
    place: [-3.1883, 55.9533],
    since: '2022-09-05',
    german: {
      role: 'Webentwicklerin',
      bio: 'Maud baut diese Website und versucht, sie jedes Jahr kleiner zu machen. Bisher ist es ihr viermal gelungen.',
    },
  },
  {
    name: 'Petter Lindqvist',
    portrait: 'portrait-petter',
    role: 'Printer',
    bio: 'Petter prints on a press that is older than his house. He collects proofs with mistakes in them.',
    email: 'petter@folded-sheets.example',
    place: [15.6216, 58.4108],
    since: '2023-02-20',
    german: {
      role: 'Drucker',
      bio: 'Petter druckt auf einer Presse, die älter ist als sein Haus. Er sammelt Probedrucke mit Fehlern.',
    },
  },
]
