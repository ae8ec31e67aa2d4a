import { expect, it } from 'vitest'
import { plainField as field } from '../../data/schema.ts'
import { nameAt } from './name-at.ts'

const label = field({ name: 'label', label: 'Beschriftung' })
const seo = field({ name: 'seo', label: 'Suche', type: 'group', structure: 'group', fields: [label] })
const links = field({ name: 'links', label: 'Verweise', type: 'array', structure: 'rows', fields: [label, seo] })
const sections = field({
  name: 'sections',
  label: 'Abschnitte',
  type: 'blocks',
  structure: 'blocks',
  blocks: { gallery: { fields: [label, links] }, quote: { fields: [field({ name: 'text', label: 'Zitat' })] } },
})
const body = field({ name: 'body', label: 'Text', type: 'richText' })
const values = { sections: [{ blockType: 'quote' }, { blockType: 'gallery', links: [{}] }, { blockType: 'gone' }] }

it.each([
  ['body', 'Text'],
  ['seo.label', 'Suche › Beschriftung'],
  ['links.1.seo.label', 'Verweise 2 › Suche › Beschriftung'],
  ['sections', 'Abschnitte'],
  ['sections.0.text', 'Abschnitte 1 › Zitat'],
  ['sections.1.label', 'Abschnitte 2 › Beschriftung'],
  ['sections.1.links.0.label', 'Abschnitte 2 › Verweise 1 › Beschriftung'],
  ['sections.2.label', 'Abschnitte 3'],
  ['sections.1.blockType', 'Abschnitte 2'],
  ['body.content.0.text', 'Text'],
  ['unknown.0', 'unknown.0'],
])('%s is called %s', (path, name) => {
  expect(nameAt([body, seo, links, sections], values, path)).toBe(name)
})
