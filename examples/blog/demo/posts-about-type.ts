import type { DemoPost } from './demo-content.ts'

export const postsAboutType: readonly DemoPost[] = [
  {
    title: 'Letters for a bus timetable',
    cover: 'timetable',
    author: 'Wen Zhao',
    tags: ['Typography', 'Accessibility'],
    date: '2025-01-28',
    views: 5320,
    featured: true,
    excerpt: 'Six points, behind scratched plastic, at night, in the rain. Now read the 3.',
    body: `
      My first commission came from a transport office. The numerals in their timetables were lovely, and people missed their buses. In the
      rain, **a 3 with a round top is an 8**.

      We drew a 3 with a flat top, opened the 6 and the 9 until they looked wrong at sixty points, and gave the 1 a foot. Then we
      printed proofs at actual size and photographed them through a wet shower curtain.

      ## What we kept

      - Open shapes first; weight second; beauty when both are right.
      - Test at the size, the distance and the dirt of the real thing.
      - Ask people over seventy. They are honest, and they take the bus.

      The typeface is called *Fahrplan*. This magazine is set in it.`,
    german: {
      title: 'Buchstaben für einen Busfahrplan',
      excerpt: 'Sechs Punkt, hinter zerkratztem Plastik, nachts, im Regen. Und jetzt lesen Sie die 3.',
      body: `
        Mein erster Auftrag kam von einem Verkehrsbetrieb. Die Ziffern in den Fahrplänen waren wunderschön, und die Leute verpassten ihre
        Busse. Im Regen ist **eine 3 mit rundem Kopf eine 8**.

        Wir zeichneten eine 3 mit flachem Kopf, öffneten die 6 und die 9, bis sie in sechzig Punkt falsch aussahen, und gaben der 1 einen
        Fuß. Dann fotografierten wir Proben in Originalgröße durch einen nassen Duschvorhang.

        Die Schrift heißt *Fahrplan*. Dieses Magazin ist daraus gesetzt.`,
    },
    sections: [
      {
        blockType: 'quote',
        text: 'I do not want to admire it. I want to know when it comes.',
        source: 'A passenger, line 14',
      },
    ],
  },
  {
    title: 'Sixty-six characters',
    cover: 'ragged',
    author: 'Wen Zhao',
    tags: ['Typography', 'Web'],
    date: '2025-02-18',
    views: 3875,
    excerpt: 'The rule for line length is old, and it is about the way back.',
    body: `
      A line of text is read in jumps. At its end the eye must travel back and land on the next one. If the line is long, the landing
      goes wrong, and you read the same line twice.

      Between 45 and 75 characters most people land safely; 66 is the number that books have settled on. On the web one line of CSS is
      enough:

      \`\`\`css
      main { max-width: 66ch; }
      \`\`\`

      A \`ch\` is the width of the 0, which is a little wider than the average letter. So 66 of them hold about 75 characters: the upper
      end, and that is fine with generous leading.`,
    links: [{ label: 'The length of a line, measured', href: 'https://folded-sheets.example/notes/measure' }],
    german: {
      title: 'Sechsundsechzig Zeichen',
      excerpt: 'Die Regel für die Zeilenlänge ist alt, und es geht um den Rückweg.',
      body: `
        Eine Zeile wird in Sprüngen gelesen. An ihrem Ende muss das Auge zurück und auf der nächsten landen. Ist die Zeile lang, misslingt
        die Landung, und man liest dieselbe Zeile zweimal.

        Zwischen 45 und 75 Zeichen landen die meisten sicher; 66 ist die Zahl, auf die sich Bücher geeinigt haben.`,
    },
  },
  {
    title: 'In praise of the ragged edge',
    cover: 'ragged',
    author: 'Wen Zhao',
    tags: ['Typography'],
    date: '2025-03-25',
    views: 1460,
    excerpt: 'Justified text looks tidy from far away, which is not where you read.',
    body: `
      To make all lines equally long, something must give, and it is the space between words. In a narrow column it opens into rivers that
      run down the page.

      Ragged text keeps its spaces and lets the edge breathe. The price is a nervous outline, so hyphenate a little and look at the shape:
      no steps, no single long tongue, no word left alone at the end of a paragraph.

      Justify when the column is wide and somebody will look at every page. Otherwise, leave it ragged.`,
  },
  {
    title: 'Small capitals are not small capitals',
    cover: 'letters',
    author: 'Ines Albrecht',
    tags: ['Typography', 'Editing'],
    date: '2025-05-06',
    views: 990,
    excerpt: 'Shrinking the big ones does not make them.',
    body: `
      True small capitals are drawn for their size: wider, a little heavier, as tall as an x. Capitals that were merely reduced are thin and
      cold, like somebody whispering in a loud room.

      In our pages they mark abbreviations of three letters and more, and the first words of a chapter. Two letters stay as they are.

      If the typeface has none, do without. Italics, or nothing at all, do the same work.`,
  },
  {
    title: 'How to ask for a comma',
    cover: 'comma',
    author: 'Ines Albrecht',
    tags: ['Editing', 'Interviews'],
    date: '2025-07-15',
    views: 1205,
    excerpt: 'Three editors on the marks they would defend, and those they have given up.',
    body: `
      I asked three colleagues which mark they would go to court for. One said the semicolon; it is *the only one that thinks*. One
      said the en dash between years. The third said that she had stopped going to court.

      > An editor who is right all the time is not reading. She is grading.

      What we agreed on: change nothing that you cannot explain in one sentence, and say the sentence. Most writers will take the comma
      if it comes with a reason.`,
    german: {
      title: 'Wie man um ein Komma bittet',
      excerpt: 'Drei Lektorinnen über die Zeichen, die sie verteidigen, und jene, die sie aufgegeben haben.',
      body: `
        Ich fragte drei Kolleginnen, für welches Zeichen sie vor Gericht ziehen würden. Eine nannte das Semikolon, denn es sei *das
        einzige, das denkt*. Eine den Halbgeviertstrich zwischen Jahreszahlen. Die dritte sagte, sie ziehe nicht mehr vor Gericht.

        > Wer immer recht hat, liest nicht. Er benotet.`,
    },
  },
  {
    title: 'A typeface is a piece of software',
    cover: 'letters',
    author: 'Wen Zhao',
    tags: ['Typography', 'Tools', 'Web'],
    date: '2025-10-07',
    views: 1733,
    excerpt: 'It has versions, defects and users who depend on the defects.',
    body: `
      When I corrected the spacing of one pair of letters in *Fahrplan*, a customer wrote the next morning: four hundred pages had
      shifted by a line.

      Since then the metrics are frozen. Shapes may improve within a version, widths may not. New widths are a new version with a new
      name, and the old one stays for sale.

      ## What I test before a release

      - Every pair in three languages, overlaid on the last version
      - The table of widths, byte for byte
      - A long novel, compared line by line`,
    links: [
      { label: 'Release notes', href: 'https://folded-sheets.example/fahrplan/releases' },
      { label: 'Report a defect', href: 'mailto:type@folded-sheets.example' },
    ],
  },
  {
    title: 'Numbers that line up',
    cover: 'figures',
    author: 'Maud Okafor',
    tags: ['Typography', 'Web', 'Accessibility'],
    date: '2025-12-02',
    views: 845,
    excerpt: 'One property, and your table of prices can be read.',
    body: `
      Most typefaces have two sets of numerals: proportional ones for text, and tabular ones that are all equally wide. Browsers take the
      first unless you ask.

      \`\`\`css
      td { font-variant-numeric: tabular-nums; }
      \`\`\`

      That is the whole article. If your prices still do not line up, align them to the right, and stop centring numbers.`,
    edited: { title: 'Numbers that line up, at last' },
    sections: [
      {
        blockType: 'sample',
        caption: 'With old-style numerals in running text',
        source: 'p { font-variant-numeric: oldstyle-nums proportional-nums; }',
      },
    ],
  },
  {
    title: 'The case against the perfect kerning',
    cover: 'letters',
    author: 'Wen Zhao',
    tags: ['Typography'],
    excerpt: 'Readers see words. Designers see the space between an A and a V.',
    body: `
      I have spent weeks on pairs that occur twice in a novel. This is an attempt to find out how many of them anybody would miss.

      The experiment is running. So far the answer is: fewer than forty.`,
    note: 'Draft until the experiment ends in March.',
  },
]
