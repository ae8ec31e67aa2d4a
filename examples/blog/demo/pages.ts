import type { DemoPage } from './demo-content.ts'

export const demoPages: readonly DemoPage[] = [
  {
    title: 'About',
    order: 1,
    body: `
      Folded Sheets is a small magazine about paper, type and the web. Five people make it, in five places, mostly in the evening.

      A *quire* is a set of sheets folded into one another: the smallest part of a book that can be sewn. We like small parts that
      hold together.

      ## How we work

      Every text is read by two of us before you read it. What we get wrong we correct in place, with a note and a date.`,
    german: {
      title: 'Über uns',
      body: `
        Folded Sheets ist ein kleines Magazin über Papier, Schrift und das Web. Fünf Menschen machen es, an fünf Orten, meist abends.

        Eine *Lage* besteht aus ineinandergelegten Bogen: der kleinste Teil eines Buches, der sich heften lässt. Wir mögen kleine Teile,
        die zusammenhalten.

        ## Wie wir arbeiten

        Jeden Text lesen zwei von uns, bevor Sie ihn lesen. Fehler berichtigen wir an Ort und Stelle, mit Vermerk und Datum.`,
    },
  },
  {
    title: 'Write for us',
    order: 2,
    parent: 'About',
    body: `
      We print short pieces by people who do the thing they write about. Send us two sentences first: what you know, and how you found
      it out.

      - Between 300 and 1,200 words
      - One idea, one example that went wrong
      - Pictures only if they explain something`,
    german: {
      title: 'Für uns schreiben',
      body: `
        Wir drucken kurze Texte von Menschen, die tun, worüber sie schreiben. Schicken Sie uns zuerst zwei Sätze: was Sie wissen, und wie
        Sie es herausgefunden haben.

        - Zwischen 300 und 1.200 Wörtern
        - Ein Gedanke, ein Beispiel, das schiefging
        - Bilder nur, wenn sie etwas erklären`,
    },
    questions: [
      { question: 'Do you pay?', answer: 'Yes: the same for everyone, on the day of publication.' },
      { question: 'May I publish it elsewhere?', answer: 'After a month, with a link back to us.' },
    ],
  },
  {
    title: 'Colophon',
    order: 3,
    parent: 'About',
    body: `
      The printed issues are set in Wen's *Fahrplan* on 100 g book paper and sewn by hand in Seville.

      The site is plain HTML. Its content lives in Quire, in two languages, and everything you see here came through the same API that is
      open to you.`,
    german: {
      title: 'Impressum und Herstellung',
      body: `
        Die gedruckten Hefte sind in Wens *Fahrplan* gesetzt, auf 100 g Werkdruckpapier gedruckt und in Sevilla von Hand geheftet.

        Die Website ist schlichtes HTML. Ihr Inhalt liegt in Quire, in zwei Sprachen; was Sie hier sehen, kam durch dieselbe
        Schnittstelle, die auch Ihnen offensteht.`,
    },
  },
  {
    title: 'Privacy',
    order: 4,
    body: `
      We keep no cookies and count no visitors by name. The server writes one line for each request and deletes it after seven days.

      If you write to us, your letter is kept until it is answered.`,
    german: {
      title: 'Datenschutz',
      body: `
        Wir setzen keine Cookies und zählen niemanden namentlich. Der Server schreibt für jede Anfrage eine Zeile und löscht sie nach
        sieben Tagen.

        Wenn Sie uns schreiben, bleibt Ihr Brief, bis er beantwortet ist.`,
    },
  },
]
