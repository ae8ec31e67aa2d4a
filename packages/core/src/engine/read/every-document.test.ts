import { expect, test } from 'vitest'
import { TooLongTogether } from '../../contracts/document-storage.ts'
import { SmallerPages } from './every-document.ts'

/** A reader that refuses pages of more than this. */
const upTo = (most: number) => async (limit: number) => {
  if (limit > most) throw new TooLongTogether()
  return limit
}

test('a page that is too large is read as a smaller one, and so are the following pages', async () => {
  const pages = new SmallerPages(100)
  expect(await pages.read(upTo(100))).toBe(100)
  expect(await pages.read(upTo(30))).toBe(25)
  expect(pages.size).toBe(25)
  expect(await pages.read(upTo(100))).toBe(25)
  expect(await pages.read(upTo(1))).toBe(1)
})

test('a single document that is too large is refused, and other errors do not shrink the page', async () => {
  const pages = new SmallerPages(100)
  await expect(pages.read(upTo(0))).rejects.toBeInstanceOf(TooLongTogether)
  const other = new SmallerPages(100)
  const broken = async () => {
    throw new Error('broken')
  }
  await expect(other.read(broken)).rejects.toThrow('broken')
  expect(other.size).toBe(100)
})
