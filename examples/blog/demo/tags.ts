import type { DemoTag } from './demo-content.ts'

export const demoTags: readonly DemoTag[] = [
  { name: 'Typography', german: 'Typografie', color: 'ink' },
  { name: 'Paper', german: 'Papier', color: 'weld' },
  { name: 'Binding', german: 'Buchbinden', color: 'madder' },
  { name: 'Printing', german: 'Drucken', color: 'ink' },
  { name: 'Web', german: 'Web', color: 'indigo' },
  { name: 'Tools', german: 'Werkzeug', color: 'verdigris' },
  { name: 'History', german: 'Geschichte', color: 'weld' },
  { name: 'Accessibility', german: 'Barrierefreiheit', color: 'indigo' },
  { name: 'Workshop', german: 'Werkstatt', color: 'madder' },
  { name: 'Interviews', german: 'Gespräche', color: 'verdigris' },
  { name: 'Colour', german: 'Farbe', color: 'madder' },
  { name: 'Editing', german: 'Redaktion', color: 'indigo' },
]
