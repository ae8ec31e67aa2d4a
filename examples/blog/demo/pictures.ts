import type { DemoPicture } from './demo-content.ts'

/** Drawn for this example. */
export const demoPictures: readonly DemoPicture[] = [
  picture('portrait-petter', 'Petter, with his cap on', 'Petter mit Mütze'),
  picture('portrait-maud', 'Maud, in an orange pullover', 'Maud in einem orangen Pullover'),
  picture('portrait-wen', 'Wen, in front of a yellow wall', 'Wen vor einer gelben Wand'),
  picture('portrait-tomas', 'Tomás, with his beard', 'Tomás mit Bart'),
  picture('portrait-ines', 'Ines, with her reading glasses', 'Ines mit Lesebrille'),
  picture('sizes', 'Sheets, each half as large as the last', 'Bögen, jeder halb so groß wie der vorige'),
  picture('figures', 'A column of prices', 'Eine Spalte mit Preisen'),
  picture('watermark', 'A crowned shield in laid paper', 'Ein gekröntes Schild in Büttenpapier'),
  picture('ragged', 'A page with a ragged edge', 'Eine Seite im Flattersatz'),
  picture('glue', 'A pot of paste, with a brush', 'Ein Topf Kleister mit Pinsel'),
  picture('timetable', 'The plan of four bus lines', 'Der Plan von vier Buslinien'),
  picture('grain', 'The fibres of a sheet of paper', 'Die Fasern eines Bogens Papier'),
  picture('braille', 'Braille on thick paper', 'Brailleschrift auf dickem Papier'),
  picture('comma', 'A comma', 'Ein Komma'),
  picture('needle', 'A booklet, sewn through the fold', 'Ein Heft, durch den Falz geheftet'),
  picture('inks', 'Three inks, printed on top of each other', 'Drei übereinander gedruckte Farben'),
  picture('sheets', 'A stack of paper, fanned out', 'Ein aufgefächerter Stapel Papier'),
  picture('letters', 'The letters a, b and c', 'Die Buchstaben a, b und c'),
  picture('press', 'A platen press with its wheel', 'Eine Tiegelpresse mit ihrem Rad'),
  picture('books', 'Books on a shelf', 'Bücher auf einem Brett'),
  picture('window', 'A page in a browser', 'Eine Seite im Browser'),
]

function picture(name: string, alt: string, german: string): DemoPicture {
  return { name, file: new URL(`./pictures/${name}.webp`, import.meta.url), alt, german }
}
