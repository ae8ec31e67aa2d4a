import { expect, test } from 'vitest'

interface PublishedManifest {
  readonly published: (manifest: object, home: string | null) => object
  readonly websiteOf: (remote: string) => string | null
}

// Scripts are plain JavaScript, without declarations.
const script = new URL('../../../scripts/published-manifest.mjs', import.meta.url).href
const { published, websiteOf } = (await import(script)) as PublishedManifest

test.each([
  ['https://example.com/team/quire.git', 'https://example.com/team/quire'],
  ['https://example.com/team/quire/', 'https://example.com/team/quire'],
  ['git@example.com:team/quire.git', 'https://example.com/team/quire'],
  ['ssh://git@example.com/team/quire.git', 'https://example.com/team/quire'],
  // Published packages must not contain a token.
  ['https://somebody:secret@example.com/team/quire.git', 'https://example.com/team/quire'],
  ['http://example.com/team/quire.git', null],
  ['file:///srv/quire.git', null],
  ['/srv/quire.git', null],
  ['', null],
])('a clone of %s came from %s', (remote, website) => {
  expect(websiteOf(remote)).toBe(website)
})

test('a published package names its repository, if that is public', () => {
  const manifest = {
    name: '@quirecms/core',
    version: '0.1.0',
    repository: { type: 'git', directory: 'packages/core' },
    exports: { '.': './src/index.ts', './deep': './src/query/deep.ts' },
    dependencies: { kysely: '1', pg: '1' },
    devDependencies: { vite: '1' },
  }
  expect(published(manifest, 'https://example.com/team/quire')).toEqual({
    name: '@quirecms/core',
    version: '0.1.0',
    homepage: 'https://example.com/team/quire#readme',
    bugs: { url: 'https://example.com/team/quire/issues' },
    repository: { type: 'git', directory: 'packages/core', url: 'git+https://example.com/team/quire.git' },
    dependencies: { pg: '1' },
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './deep': { types: './types/query/deep.d.ts', default: './deep.js' },
    },
    publishConfig: { access: 'public' },
  })
  expect(published(manifest, null)).not.toHaveProperty('repository')
})
