import type { DemoPost } from './demo-content.ts'

export const postsAboutTheWeb: readonly DemoPost[] = [
  {
    title: 'This site weighs nine kilobytes',
    cover: 'window',
    author: 'Maud Okafor',
    tags: ['Web', 'Tools'],
    date: '2025-02-11',
    views: 7480,
    featured: true,
    excerpt: 'What we took out, in the order in which we took it out.',
    body: `
      When I started, a page of this magazine weighed 1.8 megabytes, for nine hundred words. We did not rebuild it. We took things away
      and looked whether anybody wrote to us.

      - The carousel. Nobody wrote.
      - The fonts: four files became one, with the letters that we use.
      - The script that counted visitors. The printer asked how many we had; I said *enough*.
      - The framework. Two people wrote, both to say thank you.

      What is left is HTML, one style sheet and a single image. It loads on the train.`,
    german: {
      title: 'Diese Seite wiegt neun Kilobyte',
      excerpt: 'Was wir weggelassen haben, in der Reihenfolge, in der wir es weggelassen haben.',
      body: `
        Als ich anfing, wog eine Seite dieses Magazins 1,8 Megabyte, für neunhundert Wörter. Wir haben nichts neu gebaut. Wir haben Dinge
        weggenommen und gewartet, ob jemand schreibt.

        - Das Karussell. Niemand schrieb.
        - Die Schriften: aus vier Dateien wurde eine.
        - Das Skript, das Besucher zählte.
        - Das Framework. Zwei schrieben, beide, um sich zu bedanken.

        Was übrig ist, lädt auch im Zug.`,
    },
  },
  {
    title: 'Write the link last',
    cover: 'window',
    author: 'Maud Okafor',
    tags: ['Web', 'Accessibility', 'Editing'],
    date: '2025-03-04',
    views: 1615,
    excerpt: 'A screen reader can list all links of a page. Yours all say “here”.',
    body: `
      Finish the sentence first, then look for the words in it that name the place where the link goes. Those are the link. If there are
      none, the sentence is not finished.

      *Click here to read our guide* becomes [a guide to pamphlet binding](https://folded-sheets.example/posts/pamphlet), and is shorter
      as well.`,
  },
  {
    title: 'A queue for the printer',
    cover: 'press',
    author: 'Maud Okafor',
    tags: ['Web', 'Tools', 'Printing'],
    date: '2025-05-27',
    views: 1290,
    excerpt: 'How the print issue is made from the same content as the site.',
    body: `
      The texts live in one place, in two languages. The site asks for them as they are; the print issue asks for one locale, sorted by
      page, and gets the same fields.

      \`\`\`sh
      curl 'http://127.0.0.1:3000/api/collections/posts?locale=de&sort=-publishedAt&limit=5'
      \`\`\`

      A script turns the rich text into commands for the typesetter. It is eighty lines long, since a paragraph is a paragraph: nobody has
      pasted HTML into it.`,
    sections: [
      {
        blockType: 'sample',
        caption: 'The rule that every paragraph obeys',
        source: "if (node.type === 'paragraph') print(inline(node.content))",
      },
    ],
  },
  {
    title: 'Dates are for people',
    cover: 'timetable',
    author: 'Maud Okafor',
    tags: ['Web', 'Editing'],
    date: '2025-07-01',
    views: 778,
    excerpt: '03/04/05 is a day in March, in April or in the year 2003.',
    body: `
      Store an instant, show a day. The server keeps UTC and says so; the page writes *4 March*, in words, in the reader's language.

      \`\`\`html
      <time datetime="2025-03-04T00:00:00.000Z">4 March 2025</time>
      \`\`\`

      And when you mean a day and not an instant, such as a birthday, resist the clock altogether.`,
  },
  {
    title: 'Colour is never alone',
    cover: 'inks',
    author: 'Maud Okafor',
    tags: ['Accessibility', 'Colour', 'Web'],
    date: '2025-09-09',
    views: 1508,
    excerpt: 'One man in twelve cannot tell your error from your success.',
    body: `
      If red means wrong, then say so in words as well. A form that only turns a frame red tells some of its readers nothing, and they
      press the button again.

      - Underline links in running text.
      - Put the message beside the field, in a sentence.
      - Look at the page in grey once before you publish it.

      Contrast can be calculated; whether a sentence helps cannot. Ask somebody.`,
    german: {
      title: 'Farbe ist nie allein',
      excerpt: 'Einer von zwölf Männern kann Ihren Fehler nicht von Ihrem Erfolg unterscheiden.',
      body: `
        Wenn Rot falsch bedeutet, dann sagen Sie es auch in Worten. Ein Formular, das nur einen Rahmen rot färbt, sagt manchen nichts, und
        sie drücken den Knopf noch einmal.

        - Links im Text unterstreichen.
        - Die Meldung neben das Feld setzen, als Satz.
        - Die Seite einmal in Grau ansehen.`,
    },
  },
  {
    title: 'The archive that nobody reads',
    cover: 'books',
    author: 'Ines Albrecht',
    tags: ['Web', 'History', 'Editing'],
    date: '2025-10-28',
    views: 693,
    excerpt: 'Nine out of ten visits end in the newest three texts. Keep the others anyway.',
    body: `
      I went through ten years of links to us. Half of them led to texts that are older than five years, from classrooms, courts and one
      very long discussion about paste.

      An archive is read seldom, and by people who need it. So addresses do not change, corrections carry a date, and nothing is removed
      because it looks old.`,
    related: ['Proofs with mistakes in them'],
  },
  {
    title: 'Printing the web, once a year',
    cover: 'window',
    author: 'Petter Lindqvist',
    tags: ['Web', 'Printing'],
    date: '2025-12-16',
    views: 1044,
    excerpt: 'A hundred copies, sewn, numbered, and already out of date.',
    body: `
      Each December I print what the others have put on the site. A hundred copies, on what is left in the store, sewn by Tomás between
      the holidays.

      It is slower, it cannot be corrected, and it needs no power to be read. Most copies go to the people who wrote to us. One goes to
      the library, where they ask every time whether it is a book. We say that it is a quire, and that more will follow.`,
    german: {
      title: 'Das Web drucken, einmal im Jahr',
      excerpt: 'Hundert Exemplare, geheftet, nummeriert und schon veraltet.',
      body: `
        Jeden Dezember drucke ich, was die anderen auf die Seite gestellt haben. Hundert Exemplare, auf dem Papier, das übrig ist, zwischen
        den Feiertagen von Tomás geheftet.

        Eines geht an die Bibliothek, wo man jedes Mal fragt, ob es ein Buch sei. Wir sagen, es sei eine Lage, und weitere würden folgen.`,
    },
    edited: {
      excerpt: 'A hundred and twenty copies, sewn, numbered, and already out of date.',
      body: `
        Each December I print what the others have put on the site. A hundred and twenty copies this time, on what is left in the store,
        sewn by Tomás between the holidays.

        It is slower, it cannot be corrected, and it needs no power to be read. Most copies go to the people who wrote to us. One goes to
        the library, where they ask every time whether it is a book. We say that it is a quire, and that more will follow.

        The point is not nostalgia. A page has a last line; a feed does not, and *what has no end is hard to finish*.`,
    },
    sections: [
      { blockType: 'quote', text: 'What has no end is hard to finish.', source: 'Tomás, over the last sheet' },
      {
        blockType: 'callout',
        tone: 'tip',
        text: 'You would like a copy? Write to us before the first of December, and tell us which text you would leave out.',
      },
    ],
    related: ['A queue for the printer', 'Your first pamphlet in twenty minutes'],
  },
]
