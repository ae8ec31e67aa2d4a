import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unsavedStore } from './unsaved-store.ts'

/** The storage of a browser: its entries are its own properties. */
class Entries {
  setItem(key: string, text: string): void {
    Object.assign(this, { [key]: text })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => vi.stubGlobal('localStorage', new Entries()))
afterEach(() => vi.unstubAllGlobals())

const open = () => unsavedStore({ user: 'ines', kind: 'collection', slug: 'posts', locale: 'en', place: 'page' })
const typed = (text: string, at = '2026-11-19T10:00:00Z') => ({ edits: { title: text }, revision: 3, at })

it('keeps the edits of a tab while another one with the same document saves, or has nothing to save', () => {
  const [one, other] = [open(), open()]
  one.keep('a', typed('in one'))
  other.keep('a', typed('in the other'))
  other.forget('a')
  expect(open().read('a')).toEqual(typed('in one'))
  one.forget('a')
  expect(open().read('a')).toBeUndefined()
})

it('offers what a closed tab has left until it is saved or discarded, the newest first', () => {
  open().keep('a', typed('before', '2026-11-19T09:00:00Z'))
  open().keep('a', typed('newest', '2026-11-19T11:00:00Z'))
  const next = open()
  expect(next.read('a')).toEqual(typed('newest', '2026-11-19T11:00:00Z'))
  next.keep('a', typed('newest, and more', '2026-11-19T12:00:00Z'))
  expect(next.read('a')?.edits).toEqual({ title: 'newest, and more' })
  next.forget('a')
  expect(open().read('a')?.edits).toEqual({ title: 'before' })
})

it('keeps documents apart, and those that have no id yet', () => {
  const store = open()
  store.keep(null, typed('new'))
  store.keep('b', typed('another'))
  expect(store.read('a')).toBeUndefined()
  expect(open().read(null)?.edits).toEqual({ title: 'new' })
  store.forget('b')
  expect(open().read(null)?.edits).toEqual({ title: 'new' })
})

it('finds what a former version has kept', () => {
  localStorage.setItem('quire.unsaved./ines/collection/posts/a/en', JSON.stringify(typed('before the update')))
  const store = open()
  expect(store.read('a')?.edits).toEqual({ title: 'before the update' })
  store.forget('a')
  expect(open().read('a')).toBeUndefined()
})
