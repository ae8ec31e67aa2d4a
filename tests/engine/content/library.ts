import { collection, defineConfig, f, type FieldNode } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'

const { collections } = resolveApplication(
  defineConfig({
    localization: { locales: ['en', 'de'], defaultLocale: 'en' },
    collections: {
      books: collection({
        fields: {
          title: f.text(),
          summary: f.text({ localized: true }),
          seo: f.group({ fields: { title: f.text(), image: f.group({ fields: { alt: f.text() } }) } }),
          links: f.array({ fields: { label: f.text(), meta: f.group({ fields: { note: f.text() } }) } }),
          // Groups in rows in blocks in a localized field.
          sections: f.blocks({
            localized: true,
            blocks: {
              quote: { fields: { text: f.text() } },
              gallery: {
                fields: {
                  images: f.array({ fields: { alt: f.text(), size: f.group({ fields: { width: f.number() } }) } }),
                },
              },
            },
          }),
          reviews: f.blocks({ blocks: { short: { fields: { verdict: f.text({ localized: true }) } } } }),
          shelf: f.virtual({ value: () => ({ row: 1 }) }),
        },
      }),
    },
  }),
)

/** Fields with all kinds of nesting. */
export const books: readonly FieldNode[] = collections['books']?.fields ?? []

export function field(path: string, fields = books): FieldNode {
  const found = fields.find((node) => node.path === path)
  if (!found) throw new Error(`there is no field "${path}"`)
  return found
}
