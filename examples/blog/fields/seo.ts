import { f } from 'quire'

/** What search engines and link previews show; the same for everything that has an address. */
export const seo = f.group({
  label: 'Search and sharing',
  admin: { tab: 'Search and sharing' },
  fields: {
    title: f.text({ localized: true, maxLength: 70 }),
    description: f.textarea({ localized: true, maxLength: 160 }),
    noIndex: f.checkbox({ default: false, description: 'Keep this out of search engines.' }),
  },
})
