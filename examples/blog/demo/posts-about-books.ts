import type { DemoPost } from './demo-content.ts'

export const postsAboutBooks: readonly DemoPost[] = [
  {
    title: 'Your first pamphlet in twenty minutes',
    cover: 'needle',
    author: 'Tomás Rivera',
    tags: ['Binding', 'Workshop'],
    date: '2025-01-21',
    views: 6104,
    featured: true,
    excerpt: 'Four sheets, three holes, one thread. It will outlive the glue-bound novel beside it.',
    body: `
      Take four sheets, fold them together, and press the fold with a bone folder or the back of a spoon. You have made a quire. Now sew it.

      ## The stitch

      - Open it in the middle and make three holes in the fold: one at the centre, one toward each end.
      - Begin **inside, at the centre**. Go out, leave a hand's breadth of thread.
      - Come in through the upper hole, pass the centre, go out through the lower one.
      - Come in again at the centre, on the other side of the long stitch.
      - Tie both ends over it.

      Trim the thread, trim the edge, write a title on the cover. That is a book. Everything else is ambition.`,
    german: {
      title: 'Das erste Heft in zwanzig Minuten',
      excerpt: 'Vier Bogen, drei Löcher, ein Faden. Es wird den geklebten Roman daneben überleben.',
      body: `
        Nehmen Sie vier Bogen, falzen Sie sie ineinander und streichen Sie den Falz mit dem Falzbein oder einem Löffelrücken glatt. Das ist
        eine Lage. Jetzt heften Sie sie.

        - In der Mitte aufschlagen und drei Löcher in den Falz stechen.
        - **Innen in der Mitte** beginnen, hinaus, eine Handbreit Faden lassen.
        - Oben hinein, an der Mitte vorbei, unten hinaus.
        - In der Mitte wieder hinein, auf der anderen Seite des langen Stichs.
        - Beide Enden darüber verknoten.

        Das ist ein Buch. Alles Weitere ist Ehrgeiz.`,
    },
    sections: [
      {
        blockType: 'callout',
        tone: 'warning',
        text: 'Pull along the fold, never away from it: the thread cuts paper.',
      },
    ],
    related: ['Which way the grain runs'],
  },
  {
    title: 'Why books are sewn in sixteens',
    cover: 'books',
    author: 'Tomás Rivera',
    tags: ['Binding', 'History', 'Printing'],
    date: '2025-03-11',
    views: 2240,
    excerpt: 'Fold a sheet four times and count.',
    body: `
      One large sheet, printed on both sides and folded four times, gives sixteen leaves in the right order. If the printer did it right,
      that is. The pages must stand on the sheet upside down and seemingly at random.

      So a book's length is no accident. Novels have 256 or 320 pages, and the empty ones at the end are what was left of the last sheet.

      Next time you see an advertisement for other titles there, you know why. They were free.`,
  },
  {
    title: 'Glue remembers',
    cover: 'glue',
    author: 'Tomás Rivera',
    tags: ['Binding', 'Tools'],
    date: '2025-05-20',
    views: 1012,
    excerpt: 'Paste, glue and PVA: which one forgives you in a hundred years.',
    body: `
      The question with an adhesive is not whether it holds. It is whether somebody can take it off again.

      - **Wheat paste** dries slowly, is strong, and comes off with water.
      - **Animal glue** holds at once, and lets go with warmth and damp.
      - **PVA** is easy, and for ever.

      I use PVA where nobody will ever need to look, and paste wherever paper meets leather. The next binder is a colleague whom you have
      not met.`,
  },
  {
    title: 'Proofs with mistakes in them',
    cover: 'ragged',
    author: 'Petter Lindqvist',
    tags: ['Printing', 'Editing'],
    date: '2025-04-08',
    views: 1891,
    excerpt: 'From my collection: the bishop, the missing line and the upside-down n.',
    body: `
      The best mistakes make sense. In 1987 we printed a wedding invitation to *the immorality of the soul*, and it was the bishop who
      found it.

      An n that is upside down is a u, and nobody sees it. A line set twice is found by the reader, a missing line only by the author. The
      worst are the ones that somebody made while correcting.

      That is why our last proof is always read aloud, backwards, by two people who do not like each other.`,
    german: {
      title: 'Probedrucke mit Fehlern',
      excerpt: 'Aus meiner Sammlung: der Bischof, die fehlende Zeile und das kopfstehende n.',
      body: `
        Die besten Fehler ergeben Sinn. Ein n, das auf dem Kopf steht, ist ein u, und niemand sieht es. Eine doppelte Zeile findet der
        Leser, eine fehlende nur der Autor. Die schlimmsten macht jemand beim Korrigieren.

        Deshalb lesen bei uns zwei Leute die letzte Fahne laut und rückwärts, die einander nicht leiden können.`,
    },
  },
  {
    title: 'Mixing a black',
    cover: 'inks',
    author: 'Petter Lindqvist',
    tags: ['Printing', 'Colour'],
    date: '2025-06-24',
    views: 1377,
    excerpt: 'Black from the tin is brown, or blue, or green. Choose before it chooses.',
    body: `
      Put three blacks side by side and you will see three colours. Lamp black leans to brown, bone black to warmth, and the cheap ones to
      green.

      I add a spoon of blue for text on white paper, and a little red where the paper is yellow. You would not notice; you would only
      find the page a bit clearer, and turn it.`,
  },
  {
    title: 'A press without electricity',
    cover: 'press',
    author: 'Petter Lindqvist',
    tags: ['Printing', 'Tools', 'History'],
    date: '2025-08-19',
    views: 2650,
    excerpt: 'It was built in 1894, weighs as much as a car, and has never crashed.',
    body: `
      The treadle drives the wheel, the wheel drives everything else. One revolution: the rollers ink the type, the platen closes, the
      platen opens, and my hand has half a second to change the paper.

      You learn to feed it like learning to skip a rope. A thousand sheets an hour is a good pace; after two hours the left leg asks for
      a rise.

      It needs oil, rags and the respect that you would give to anything that closes with two tonnes. In return it does the same thing
      every time, which is more than I can say of the other machines in this house.`,
    edited: {
      excerpt: 'It was built in 1894, weighs as much as a car, has never crashed, and now has a seat.',
    },
    inDays: 2,
    sections: [
      {
        blockType: 'quote',
        text: 'The fingers that you count in the evening should be those that you came with.',
        source: 'Shop rule, 1911',
      },
    ],
  },
  {
    title: 'Repairing a torn page',
    cover: 'glue',
    author: 'Tomás Rivera',
    tags: ['Binding', 'Paper', 'Workshop'],
    date: '2025-10-21',
    views: 1120,
    excerpt: 'Tear the patch, do not cut it.',
    body: `
      You need thin Japanese paper, wheat paste, two sheets of silicone paper and a weight. You do **not** need transparent tape: it
      yellows, it creeps, and it takes the print with it.

      Tear a strip along a wet line, so that its edges have long fibres. Paste it, lay it over the tear, cover both sides and put a
      dictionary on top until tomorrow.

      The fibres of a torn edge vanish into the page. Those of a cut edge draw a line across it for ever.`,
  },
  {
    title: 'Interview: a bindery for the blind',
    cover: 'braille',
    author: 'Ines Albrecht',
    tags: ['Interviews', 'Binding', 'Accessibility'],
    date: '2025-11-04',
    views: 960,
    excerpt: 'Braille must not be pressed. So how do you bind it?',
    body: `
      Marta Nowak has bound Braille for thirty years. Everything that other binders do would ruin it, she says: no press, no hammer, no
      tight spine.

      **How do the pages keep from being crushed?** With guards, small strips between the leaves at the spine, as thick as the dots.
      The book is a little wedge while it is empty, and straight when it is full.

      **What do sighted people get wrong?** They make it beautiful to look at. Then they ask my readers how they like it.`,
    german: {
      title: 'Gespräch: eine Binderei für Blinde',
      excerpt: 'Brailleschrift darf nicht gepresst werden. Wie bindet man sie also?',
      body: `
        Marta Nowak bindet seit dreißig Jahren Bücher in Brailleschrift. Alles, was andere tun, würde sie verderben: keine Presse, kein
        Hammer, kein fester Rücken.

        **Was machen Sehende falsch?** Sie machen es schön anzusehen. Dann fragen sie meine Leser, wie es ihnen gefällt.`,
    },
  },
]
