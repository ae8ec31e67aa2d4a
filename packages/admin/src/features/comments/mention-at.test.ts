import { expect, test } from 'vitest'
import { mentionAt, mentionsIn, withMention } from './mention-at.ts'

test.each([
  ['@', { start: 0, named: '' }],
  ['Hello @An', { start: 6, named: 'An' }],
  ['(@Ann Le', { start: 1, named: 'Ann Le' }],
  ['@Zoë', { start: 0, named: 'Zoë' }],
  ['ann@example', null],
  ['@Ann said so and', null],
  ['Hello', null],
])('in "%s"', (text, expected) => expect(mentionAt(text, text.length)).toEqual(expected))

test('only text before the caret counts, and text after it stays', () => {
  const text = 'Ask @An about it'
  const begun = mentionAt(text, 7)
  expect(begun).toEqual({ start: 4, named: 'An' })
  expect(withMention(text, 7, begun ?? { start: 0, named: '' }, 'Ann Lee')).toEqual(['Ask @Ann Lee about it', 13])
})

test('no mention starts after a chosen name', () => {
  const ann = { collection: 'users', id: '1', name: 'Ann' }
  expect(mentionAt('@Ann ', 5, [ann])).toBeNull()
  expect(mentionAt('@Ann today', 10, [ann])).toBeNull()
  expect(mentionAt('@Anna', 5, [ann])).toEqual({ start: 0, named: 'Anna' })
})

test('a removed name is not mentioned, and no user is mentioned twice', () => {
  const ann = { collection: 'users', id: '1', name: 'Ann' }
  const ben = { collection: 'users', id: '2', name: 'Ben' }
  expect(mentionsIn('@Ann and @Ann', [ann, ann, ben])).toEqual([{ collection: 'users', id: '1' }])
})
