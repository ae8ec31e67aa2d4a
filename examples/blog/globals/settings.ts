import { f, global } from 'quire'
import { everybody, isEditor } from '../access.ts'

export const settings = global({
  label: 'Settings',
  fields: {
    siteName: f.text({ required: true, maxLength: 80, default: 'A new site' }),
    tagline: f.text({ localized: true, maxLength: 160 }),
    postsPerPage: f.number({ integer: true, min: 1, max: 50, required: true, default: 10 }),
    home: f.relationship({ to: 'pages' }),
    navigation: f.array({
      maxRows: 8,
      fields: {
        label: f.text({ required: true, localized: true, maxLength: 40 }),
        page: f.relationship({ to: 'pages', required: true }),
      },
    }),
    social: f.array({ fields: { network: f.text({ required: true }), href: f.url({ required: true }) } }),
    contactEmail: f.email({ access: { read: isEditor } }),
  },
  access: { read: everybody, update: isEditor },
})
