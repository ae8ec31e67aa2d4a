import { f } from 'quirecms'

// The blog that every contender serves; its peers are configured alike.

export const authorFields = { name: f.text({ required: true, index: true }), email: f.email({ required: true }) }

export const tagFields = { name: f.text({ required: true }) }

export const postFields = {
  title: f.text({ required: true, maxLength: 200 }),
  slug: f.slug({ from: 'title', required: true, unique: true }),
  body: f.textarea({ required: true }),
  status: f.select({ options: ['draft', 'published'], required: true }),
  views: f.number({ integer: true, index: true }),
  publishedAt: f.date(),
  author: f.relationship({ to: 'authors', index: true }),
  tags: f.relationship({ to: 'tags', many: true }),
}
