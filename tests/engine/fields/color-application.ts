import { color } from '@quirecms/color'
import { collection, defineConfig, f, global } from 'quirecms'

/** A field type of a plugin in every place that a field can have. */
export const paintShop = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    paints: collection({
      fields: {
        name: f.text({ required: true }),
        tone: color({ required: true, swatches: ['#F80', '#0066cc'] }),
        code: color({ unique: true }),
        shelf: color({ index: true }),
        named: color({ localized: true }),
        palette: color({ many: true }),
        wall: f.group({ fields: { paint: color({ default: '#FFF' }) } }),
        layers: f.array({ fields: { tone: color({ required: true }) } }),
        parts: f.blocks({ blocks: { stripe: { fields: { tone: color() } } } }),
      },
      versions: true,
      access: {
        create: () => true,
        read: () => true,
        update: () => true,
        delete: () => true,
        readVersions: () => true,
      },
    }),
    rooms: collection({
      fields: { paint: f.relationship({ to: 'paints' }), accent: color({ required: true }) },
      versions: { drafts: true },
      access: { create: () => true, read: () => true, update: () => true, publish: () => true },
    }),
  },
  globals: { brand: global({ fields: { main: color({ default: '#0066cc' }) }, access: { read: () => true } }) },
})
