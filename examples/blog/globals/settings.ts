import { f, global } from 'quirecms'
import { everybody, isEditor } from '../access.ts'

export const settings = global({
  label: { en: 'Settings', de: 'Einstellungen' },
  fields: {
    siteName: f.text({
      label: { en: 'Site name', de: 'Name der Website' },
      required: true,
      maxLength: 80,
      default: 'A new site',
    }),
    tagline: f.text({ label: { en: 'Tagline', de: 'Untertitel' }, localized: true, maxLength: 160 }),
    postsPerPage: f.number({
      label: { en: 'Posts per page', de: 'Beiträge pro Seite' },
      integer: true,
      min: 1,
      max: 50,
      required: true,
      default: 10,
    }),
    home: f.relationship({ label: { en: 'Home', de: 'Startseite' }, to: 'pages' }),
    navigation: f.array({
      label: { en: 'Navigation', de: 'Navigation' },
      maxRows: 8,
      fields: {
        label: f.text({ label: { en: 'Label', de: 'Beschriftung' }, required: true, localized: true, maxLength: 40 }),
        page: f.relationship({ label: { en: 'Page', de: 'Seite' }, to: 'pages', required: true }),
      },
    }),
    social: f.array({
      label: { en: 'Social networks', de: 'Soziale Netzwerke' },
      fields: {
        network: f.text({ label: { en: 'Network', de: 'Netzwerk' }, required: true }),
        href: f.url({ label: { en: 'Address', de: 'Adresse' }, required: true }),
      },
    }),
    contactEmail: f.email({ label: { en: 'Contact email', de: 'E-Mail für Anfragen' }, access: { read: isEditor } }),
  },
  access: { read: everybody, update: isEditor },
})
