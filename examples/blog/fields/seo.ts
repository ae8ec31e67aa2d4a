import { f } from 'quirecms'

const heading = { en: 'Search and sharing', de: 'Suche und Teilen' }

/** What search engines and link previews show; the same for everything that has an address. */
export const seo = f.group({
  label: heading,
  admin: { tab: heading },
  fields: {
    title: f.text({ label: { en: 'Title', de: 'Titel' }, localized: true, maxLength: 70 }),
    description: f.textarea({ label: { en: 'Description', de: 'Beschreibung' }, localized: true, maxLength: 160 }),
    noIndex: f.checkbox({
      label: { en: 'No index', de: 'Nicht auffindbar' },
      default: false,
      description: { en: 'Keep this out of search engines.', de: 'Suchmaschinen sollen das nicht zeigen.' },
    }),
  },
})
