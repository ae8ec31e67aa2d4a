import { collection, defineConfig, f } from '@quirecms/core'
import { test } from 'vitest'

test('a tree is a relationship to one document of its own collection', () => {
  defineConfig({
    collections: {
      pages: collection({ fields: { parent: f.relationship({ to: 'pages', tree: true }) } }),
      places: collection({
        fields: { in: f.group({ fields: { above: f.relationship({ to: 'places', tree: { depth: 5 } }) } }) },
      }),
    },
  })
  defineConfig({
    collections: {
      pages: collection({ fields: {} }),
      // @ts-expect-error another collection
      posts: collection({ fields: { parent: f.relationship({ to: 'pages', tree: true }) } }),
    },
  })
  defineConfig({
    // @ts-expect-error several documents
    collections: { pages: collection({ fields: { parent: f.relationship({ to: 'pages', tree: true, many: true }) } }) },
  })
  // @ts-expect-error not a depth
  f.relationship({ to: 'pages', tree: { levels: 3 } })
})
