import { describe, expect, it } from 'vitest'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { addBuiltInTypes } from '../../fields/registry.ts'
import { fieldPlacesOf } from './field-places.ts'

addBuiltInTypes()

const allowed = { access: { fields: {} }, mayWrite: true, stored: undefined } as unknown as Parameters<
  typeof fieldPlacesOf
>[2]

/** Where a field of this type and these options of `admin` stands. */
function sideOf(type: string, admin?: object, more: object = {}): string {
  const field = {
    name: 'x',
    path: 'x',
    type,
    readOnly: false,
    ...(admin && { admin }),
    ...more,
  } as unknown as FieldSchema
  const entity = { slug: 'things', fields: [field], operations: ['create'] } as unknown as EntitySchema
  const open = { ...allowed, access: { fields: { x: { read: true, create: true, update: true } } } }
  const { main, margin } = fieldPlacesOf(entity, 'global', open as unknown as typeof allowed)
  return `${main.length > 0 ? 'main' : ''}${margin.length > 0 ? 'margin' : ''}`
}

const SHORT = ['relationship', 'select', 'checkbox', 'date', 'slug', 'number', 'virtual']

describe('the position of a field', () => {
  it.each(SHORT)('is beside the document for a %s, unless the application says otherwise', (type) => {
    expect(sideOf(type)).toBe('margin')
    expect(sideOf(type, { placeholder: 'x' })).toBe('margin')
    expect(sideOf(type, { tab: 'Visit' })).toBe('main')
    expect(sideOf(type, { width: 'half' })).toBe('main')
    expect(sideOf(type, { width: 'full' })).toBe('main')
    expect(sideOf(type, { sidebar: false })).toBe('main')
    expect(sideOf(type, { sidebar: true, width: 'half' })).toBe('margin')
  })

  it('is in the main column for text, unless the application says otherwise', () => {
    expect(sideOf('textarea')).toBe('main')
    expect(sideOf('textarea', { sidebar: true })).toBe('margin')
    expect(sideOf('textarea', undefined, { readOnly: true })).toBe('margin')
    expect(sideOf('textarea', { tab: 'Visit' }, { readOnly: true })).toBe('main')
  })
})
