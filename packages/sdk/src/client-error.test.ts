import { describe, expect, it } from 'vitest'
import { errorOf } from './client-error.ts'

const envelope = (rest: object = {}) => ({ error: { code: 'conflict', message: 'Taken.', status: 409, ...rest } })

describe('the error of a response', () => {
  it('is the error of the service', () => {
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

  it('has no issues, id or time unless the response has', () => {
    const error = errorOf(409, new Headers(), envelope())
    expect([error.issues, error.requestId, error.retryAfter, error.feed]).toEqual([[], undefined, undefined, undefined])
  })

  it('contains the cursor to continue a feed from', () =>
    expect(errorOf(410, new Headers(), envelope({ first: 'a', next: 'b' })).feed).toEqual({ first: 'a', next: 'b' }))

  it('ignores a date in Retry-After', () =>
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
  ])('is a transport error for %s', (_, body) =>
    expect(errorOf(502, new Headers(), body)).toMatchObject({ code: 'unexpected_answer', status: 502, issues: [] }),
  )
})
