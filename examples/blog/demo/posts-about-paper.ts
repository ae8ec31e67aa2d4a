import type { DemoPost } from './demo-content.ts'

export const postsAboutPaper: readonly DemoPost[] = [
  {
    title: 'Which way the grain runs',
    cover: 'grain',
    author: 'Tomás Rivera',
    tags: ['Paper', 'Binding', 'Workshop'],
    date: '2025-01-14',
    views: 4210,
    featured: true,
    excerpt: 'Fold a sheet the wrong way and the book will fight you for as long as it lives.',
    body: `
      Paper has a direction. While it is made, the fibres float the way the wire moves, and most of them stay that way. You can tear a
      newspaper neatly down the column and hardly across it: that is the grain.

      In a book, **the grain must run from head to tail**. Then the pages bend easily and lie flat. If it runs across, the pages stand
      up like a fan, and the paste makes the boards warp.

      ## Three ways to find it

      - Bend the sheet without creasing it, first one way, then the other. It resists less along the grain.
      - Wet a small square. It curls around the grain, like a scroll.
      - Tear a corner in both directions. The straight tear follows the fibres.

      Mark every stack with a pencil arrow when you have found out. You will not remember.`,
    german: {
      title: 'Wohin die Fasern laufen',
      excerpt: 'Wer einen Bogen falsch herum falzt, hat ein Buch, das sich ein Leben lang wehrt.',
      body: `
        Papier hat eine Richtung. Während es entsteht, schwimmen die Fasern mit dem Sieb, und die meisten bleiben so liegen. Eine Zeitung
        reißt sauber die Spalte hinunter und kaum quer dazu: das ist die Laufrichtung.

        Im Buch **läuft die Faser vom Kopf zum Fuß**. Dann biegen sich die Seiten leicht und liegen flach. Läuft sie quer, stehen die
        Seiten auf wie ein Fächer, und der Kleister verzieht die Deckel.

        Markieren Sie jeden Stapel mit einem Bleistiftpfeil, sobald Sie es wissen. Sie merken es sich nicht.`,
    },
    shows: {
      picture: 'sizes',
      post: 'A short history of the wrong size',
      tip: 'Boards have a grain too. Cut them so that it runs along the spine.',
    },
  },
  {
    title: 'A short history of the wrong size',
    cover: 'sizes',
    author: 'Ines Albrecht',
    tags: ['Paper', 'History'],
    date: '2025-02-03',
    views: 1980,
    excerpt: 'A4 was decided in 1922. It took the printers sixty years to stop complaining.',
    body: `
      The idea is older than the standard: a sheet whose sides are as one to the square root of two keeps its shape when it is folded.
      Lichtenberg wrote it in a letter in 1786, as a puzzle for a student.

      Before the standard, a German stationer kept some thirty formats. *Propatria* was for schools, *Dikasterial* for courts, and each
      needed its own drawers, its own envelopes and its own files. An office that changed its supplier changed its furniture.

      What the standard did not settle is taste. Books are almost never A5, since a novel in that shape looks like a report. The eye wants
      something narrower, and binders have kept cutting to suit the eye.`,
    related: ['Which way the grain runs'],
  },
  {
    title: 'What the watermark says',
    cover: 'watermark',
    author: 'Ines Albrecht',
    tags: ['Paper', 'History'],
    date: '2025-04-22',
    views: 1340,
    excerpt: 'Hold an old letter to the light, and the mill signs its name.',
    body: `
      A watermark is a place where the paper is thinner. A bent wire, sewn to the mould, keeps a little pulp away, and the sheet remembers
      the wire for five hundred years.

      Moulds were made in pairs, since two people worked at the vat, and the wires wore out in a year or two. So a mark with a bent
      foot or a lost leaf can date a letter to within a few months. Catalogues of such *twins* fill whole shelves.

      > The date on a document is what somebody wrote. The watermark is what happened.

      Forgers know this too. The better ones buy old ledgers and cut out the empty pages.`,
    german: {
      title: 'Was das Wasserzeichen sagt',
      excerpt: 'Wer einen alten Brief gegen das Licht hält, liest die Unterschrift der Mühle.',
      body: `
        Ein Wasserzeichen ist eine Stelle, an der das Papier dünner ist. Ein gebogener Draht auf der Schöpfform hält etwas Faserbrei ab,
        und der Bogen erinnert sich fünfhundert Jahre lang an den Draht.

        Formen wurden paarweise gemacht, und die Drähte hielten ein bis zwei Jahre. Ein Zeichen mit verbogenem Fuß kann einen Brief also
        auf wenige Monate genau datieren.

        > Das Datum auf einem Schriftstück hat jemand geschrieben. Das Wasserzeichen ist geschehen.`,
    },
  },
  {
    title: 'Sizing, or why ink does not run',
    cover: 'inks',
    author: 'Petter Lindqvist',
    tags: ['Paper', 'Printing'],
    date: '2025-06-11',
    views: 870,
    excerpt: 'Blotting paper and writing paper differ by one bath.',
    body: `
      Paper as it leaves the mould is a sponge. To write on it, you fill the pores: once with gelatine from hooves and hides, later with
      rosin and alum, today mostly with a synthetic size that goes straight into the pulp.

      The rosin was cheap and quick, and it is the reason why the books of a whole century are falling apart. Alum turns into acid, acid
      cuts the fibres, and the page breaks where it is bent.

      ## A test without a laboratory

      Put a drop of water on a corner. On a well-sized sheet it stands for a minute. On one without, it is gone before you can count to
      three, and takes your ink with it.`,
  },
  {
    title: 'Buying paper by the sheet',
    cover: 'sheets',
    author: 'Tomás Rivera',
    tags: ['Paper', 'Workshop', 'Tools'],
    date: '2025-09-30',
    views: 655,
    excerpt: 'Five sheets of something good teach you more than a ream of something fair.',
    body: `
      Beginners buy a ream, since it is cheap by the sheet, and then make five hundred mistakes on the same paper. Buy five sheets of five
      papers instead.

      - Fold each of them and look at the crease: does it crack?
      - Paste two together and leave them under a weight overnight.
      - Write, erase and write again in the same place.

      Keep the results in a folder, with names and prices. It is the most useful book that you will ever bind.`,
  },
  {
    title: 'The sound of a good sheet',
    cover: 'sheets',
    author: 'Tomás Rivera',
    tags: ['Paper', 'Workshop'],
    date: '2025-11-18',
    views: 512,
    excerpt: 'Papermakers call it rattle, and they listen for it.',
    body: `
      Hold a sheet by one corner and shake it. A well-beaten, hard-sized paper answers with a bright, metallic noise. A soft one only
      rustles.

      The rattle tells how closely the fibres are bound to one another. Bank notes have a lot of it, tissue has none. When an old
      papermaker shakes your sheet before looking at it, this is what is being asked.`,
    note: 'Petter offered a recording of five papers; ask again before the spring issue.',
  },
  {
    title: 'Recycled is not a colour',
    cover: 'grain',
    author: 'Ines Albrecht',
    tags: ['Paper', 'Colour'],
    excerpt: 'Grey paper sells as honest. Often it is only grey.',
    body: `
      The grey of recycled paper used to be ink that could not be washed out. It can be now, and the grey is often dyed in again, because
      people trust it.

      Ask for the share of used fibre and where it came from. The answer is a number and a place, not a shade.`,
    inDays: 6,
    note: 'Draft: needs the figures from the mill in Gmund before it can run.',
  },
]
