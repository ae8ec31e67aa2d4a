import { f } from 'quirecms'

/** The parts that editors build pages and posts from. */
export const quote = {
  label: { en: 'Quote', de: 'Zitat' },
  fields: {
    text: f.textarea({
      label: { en: 'Quoted text', de: 'Zitierter Text' },
      required: true,
      localized: true,
      maxLength: 500,
    }),
    source: f.text({ label: { en: 'Source', de: 'Quelle' }, maxLength: 120 }),
  },
}

export const callout = {
  label: { en: 'Callout', de: 'Hinweis' },
  fields: {
    tone: f.select({
      label: { en: 'Tone', de: 'Art' },
      options: [
        { value: 'note', label: { en: 'Note', de: 'Hinweis' } },
        { value: 'tip', label: { en: 'Tip', de: 'Tipp' } },
        { value: 'warning', label: { en: 'Warning', de: 'Warnung' } },
      ],
      required: true,
      default: 'note',
    }),
    text: f.textarea({ label: { en: 'Text', de: 'Text' }, required: true, localized: true, maxLength: 500 }),
  },
}

export const sample = {
  label: { en: 'Sample', de: 'Beispiel' },
  fields: {
    caption: f.text({ label: { en: 'Caption', de: 'Beschriftung' }, localized: true, maxLength: 160 }),
    source: f.code({ label: { en: 'Code', de: 'Code' }, required: true }),
  },
}

export const questions = {
  label: { en: 'Questions', de: 'Fragen' },
  fields: {
    heading: f.text({ label: { en: 'Heading', de: 'Überschrift' }, localized: true, maxLength: 120 }),
    items: f.array({
      label: { en: 'Questions and answers', de: 'Fragen und Antworten' },
      minRows: 1,
      fields: {
        question: f.text({ label: { en: 'Question', de: 'Frage' }, required: true, localized: true, maxLength: 200 }),
        answer: f.textarea({
          label: { en: 'Answer', de: 'Antwort' },
          required: true,
          localized: true,
          maxLength: 1000,
        }),
      },
    }),
  },
}
