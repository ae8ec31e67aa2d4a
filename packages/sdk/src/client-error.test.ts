import { describe, expect, it } from 'vitest'
import { errorOf } from './client-error.ts'

const envelope = (rest: object = {}) => ({ error: { code: 'conflict', message: 'Taken.', status: 409, ...rest } })

describe('the error that an answer stands for', () => {
  it('is that of the service', () => {
    const issues = [{ code: 'type', path: 'a', message: 'No.' }]
    const headers = new Headers({ 'x-request-id': 'r-1', 'retry-after': '7' })
    expect(errorOf(409, headers, envelope({ issues }))).toMatchObject({
      code: 'conflict',
      message: 'Taken.',
      status: 409,
      issues,
      requestId: 'r-1',
      retryAfter: 7,
    })
  })

  it('has no issues, no id and no time unless the answer has', () => {
    const error = errorOf(409, new Headers(), envelope())
    expect([error.issues, error.requestId, error.retryAfter, error.feed]).toEqual([[], undefined, undefined, undefined])
  })

  it('says where a feed goes on', () =>
    expect(errorOf(410, new Headers(), envelope({ first: 'a', next: 'b' })).feed).toEqual({ first: 'a', next: 'b' }))

  it('knows no time from a date', () =>
    expect(
      errorOf(503, new Headers({ 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' }), envelope()).retryAfter,
    ).toBeUndefined())

  it.each<[string, unknown]>([
    ['a page of a proxy', '<html>'],
    ['nothing', undefined],
    ['null', null],
    ['an object without an error', {}],
    ['an error that is a text', { error: 'conflict' }],
    ['an error without a code', { error: { message: 'x' } }],
    ['a code that is a number', { error: { code: 5 } }],
  ])('is none of the service for %s', (_, body) =>
    expect(errorOf(502, new Headers(), body)).toMatchObject({ code: 'unexpected_answer', status: 502, issues: [] }),
  )
})
