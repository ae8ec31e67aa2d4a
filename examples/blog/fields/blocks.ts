import { f } from 'quire'

/** The parts that editors build pages and posts from. */
export const quote = {
  fields: {
    text: f.textarea({ required: true, localized: true, maxLength: 500 }),
    source: f.text({ maxLength: 120 }),
  },
}

export const callout = {
  fields: {
    tone: f.select({ options: ['note', 'tip', 'warning'], required: true, default: 'note' }),
    text: f.textarea({ required: true, localized: true, maxLength: 500 }),
  },
}

export const sample = {
  fields: {
    caption: f.text({ localized: true, maxLength: 160 }),
    source: f.code({ required: true }),
  },
}

export const questions = {
  fields: {
    heading: f.text({ localized: true, maxLength: 120 }),
    items: f.array({
      minRows: 1,
      fields: {
        question: f.text({ required: true, localized: true, maxLength: 200 }),
        answer: f.textarea({ required: true, localized: true, maxLength: 1000 }),
      },
    }),
  },
}
