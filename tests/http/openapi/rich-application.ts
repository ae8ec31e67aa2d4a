import { collection, defineConfig, f, global } from '@quirecms/core'

const onlyAdmins = () => false

/** Every field type in every structure, and everything that must never be published. */
export const richConfig = defineConfig({
  localization: { locales: ['en', 'de', 'pt-BR'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    authors: collection({
      label: 'Authors',
      description: 'People who write.',
      fields: {
        name: f.text({ required: true, maxLength: 100 }),
        email: f.email({ unique: true, access: { read: onlyAdmins }, default: 'nobody@example.com' }),
        salary: f.number({ hidden: true, default: 4711 }),
        posts: f.join({ collection: 'blog-posts', on: 'author', writable: true }),
        reviewed: f.join({ collection: 'blog-posts', on: 'hiddenReviewer' }),
      },
    }),
    'blog-posts': collection({
      fields: {
        title: f.text({
          required: true,
          localized: true,
          minLength: 3,
          label: 'Title',
          description: 'Shown in lists.',
        }),
        slug: f.slug({ required: true, from: 'title', unique: true }),
        hiddenTitle: f.text({ hidden: true, localized: true }),
        alias: f.slug({ from: 'hiddenTitle' }),
        summary: f.textarea({ localized: true, pattern: /^[^<>]*$/ }),
        link: f.url(),
        css: f.code({ language: 'css' }),
        views: f.number({ integer: true, min: 0, index: true, default: 0 }),
        rating: f.number({ min: 0, max: 5 }),
        featured: f.checkbox({ required: true, default: () => false }),
        publishedAt: f.date(),
        mood: f.select({ options: ['calm', { label: 'Very wild', value: 'wild' }], default: 'calm' }),
        tags: f.select({ options: ['a', 'b', 'c'], many: true, required: true }),
        meta: f.json({
          schema: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            $ref: '#/$defs/node',
            $defs: {
              node: {
                type: 'object',
                properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
              },
            },
          },
        }),
        free: f.json({ localized: true }),
        place: f.point(),
        body: f.richText({ localized: true }),
        story: f.richText({
          blocks: {
            aside: {
              fields: {
                words: f.text({ required: true }),
                said: f.text({ localized: true }),
                inner: f.richText({ blocks: { aside: { fields: { by: f.relationship({ to: 'authors' }) } } } }),
              },
            },
          },
        }),
        author: f.relationship({ to: 'authors', required: true }),
        hiddenReviewer: f.relationship({ to: 'authors', hidden: true }),
        related: f.relationship({ to: ['blog-posts', 'authors'], many: true, onDelete: 'clear' }),
        seo: f.group({
          fields: {
            description: f.textarea({ maxLength: 160, required: true }),
            secretScore: f.number({ hidden: true }),
            keywords: f.array({ fields: { word: f.text({ required: true }) }, maxRows: 5 }),
          },
        }),
        links: f.array({
          minRows: 2,
          fields: { label: f.text({ localized: true, required: true }), url: f.url({ required: true }) },
          default: [
            { label: 'Home', url: '/' },
            { label: 'About', url: '/about' },
          ],
        }),
        faq: f.array({
          localized: true,
          required: true,
          fields: { question: f.text({ required: true }), internalNote: f.text({ hidden: true }) },
          default: [{ question: 'Why?', internalNote: 'classified' }],
        }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ required: true, localized: true }), source: f.url() } },
            gallery: {
              fields: {
                images: f.array({ fields: { alt: f.text() } }),
                nested: f.blocks({ blocks: { note: { fields: { text: f.text() } } } }),
              },
            },
          },
        }),
        readingTime: f.virtual({ value: () => 3, label: 'Minutes' }),
      },
      access: { read: () => true, create: ({ actor }) => actor?.['clearance'] === 'topsecret' },
      hooks: { beforeChange: [({ data }) => data] },
    }),
    // Not localized: without `locale=all`.
    tags: collection({ fields: { name: f.text({ required: true, unique: true }) } }),
  },
  globals: {
    settings: global({
      label: 'Settings',
      fields: {
        siteName: f.text({ required: true, localized: true }),
        logo: f.url(),
        homepage: f.relationship({ to: 'blog-posts' }),
        smtpPassword: f.text({ hidden: true, default: 'hunter2' }),
      },
      access: { read: () => true },
    }),
    // Same slug as a collection.
    tags: global({ fields: { note: f.text() } }),
  },
})
