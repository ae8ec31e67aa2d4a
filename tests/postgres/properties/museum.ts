import type { LocaleChoice } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'

/** Every queryable field type in every kind of structure, with and without index. */
export const museum = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
  collections: {
    things: collection({
      fields: {
        title: f.text({ index: true }),
        note: f.textarea(),
        size: f.number({ index: true }),
        ratio: f.number(),
        flag: f.checkbox({ index: true }),
        done: f.checkbox(),
        at: f.date({ index: true }),
        until: f.date(),
        kind: f.select({ options: ['a', 'b', 'c'], index: true }),
        tags: f.select({ options: ['a', 'b', 'c'], many: true }),
        owner: f.relationship({ to: 'things', index: true }),
        friends: f.relationship({ to: 'things', many: true }),
        link: f.relationship({ to: ['things', 'rooms'] }),
        links: f.relationship({ to: ['things', 'rooms'], many: true }),
        extra: f.json(),
        place: f.point(),
        body: f.richText(),
        seo: f.group({
          fields: { note: f.text({ index: true }), inner: f.group({ fields: { n: f.number(), b: f.checkbox() } }) },
        }),
        rows: f.array({
          fields: {
            label: f.text(),
            amount: f.number(),
            on: f.checkbox(),
            tags: f.select({ options: ['a', 'b'], many: true }),
            link: f.relationship({ to: ['things', 'rooms'] }),
            place: f.point(),
            meta: f.json(),
            inner: f.array({ fields: { v: f.text(), at: f.date() } }),
          },
        }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text(), links: f.relationship({ to: ['things', 'rooms'], many: true }) } },
            figure: { fields: { text: f.text(), size: f.number(), parts: f.array({ fields: { v: f.text() } }) } },
          },
        }),
        name: f.text({ localized: true, index: true }),
        rank: f.number({ localized: true }),
        labels: f.select({ options: ['a', 'b', 'c'], many: true, localized: true }),
        about: f.group({ localized: true, fields: { summary: f.text(), n: f.number({ index: true }) } }),
        steps: f.array({ localized: true, fields: { v: f.text() } }),
        cells: f.array({ fields: { word: f.text({ localized: true }) } }),
        data: f.json({ localized: true }),
        owned: f.join({ collection: 'things', on: 'owner' }),
        linking: f.join({ collection: 'things', on: 'links', where: { done: { not_equals: true } } }),
      },
    }),
    rooms: collection({
      fields: {
        name: f.text(),
        size: f.number(),
        next: f.relationship({ to: 'rooms' }),
        tags: f.select({ options: ['a', 'b', 'c'], many: true }),
        contents: f.join({ collection: 'things', on: 'link' }),
      },
    }),
  },
})

export const EVERY_LOCALE: LocaleChoice = { all: true, locales: ['en', 'de', 'fr'] }

export const LOCALES: readonly LocaleChoice[] = [
  { all: false, locale: 'en', chain: ['en'] },
  { all: false, locale: 'de', chain: ['de', 'en'] },
  { all: false, locale: 'fr', chain: ['fr', 'de', 'en'] },
  EVERY_LOCALE,
]
