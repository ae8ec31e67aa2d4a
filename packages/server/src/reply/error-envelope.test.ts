import { ERROR_CODES, QuireError } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { headersOf, STATUS_OF_CODE, statusOf, toEnvelope } from './error-envelope.ts'
import {
  headersTooLarge,
  malformedRequest,
  MethodNotAllowed,
  RangeNotSatisfiable,
  slowRequest,
  urlTooLong,
} from './refusals.ts'

describe('the HTTP status of an error code', () => {
  it('exists for every code, and is an error status', () => {
    expect(Object.keys(STATUS_OF_CODE).toSorted()).toEqual([...ERROR_CODES].toSorted())
    for (const status of Object.values(STATUS_OF_CODE)) expect(status >= 400 && status < 600).toBe(true)
  })

  it.each([
    ['a URL that is too long', urlTooLong(), 414],
    ['headers that are too large', headersTooLarge(), 431],
    ['a request that is too slow', slowRequest(), 408],
    ['a request that is not HTTP', malformedRequest(), 400],
    ['an invalid request of ours', new QuireError('invalid_request', 'No.'), 400],
    ['a conflict', new QuireError('conflict', 'No.'), 409],
    ['a document that is not valid', new QuireError('validation', 'No.'), 422],
  ])('of %s is its own', (_, error, status) => expect(statusOf(error)).toBe(status))
})

describe('the error envelope', () => {
  it('contains code, status, message and request id, and nothing else', () =>
    expect(toEnvelope(new QuireError('conflict', 'This slot is taken.'), 'r-1')).toEqual({
      error: { code: 'conflict', status: 409, message: 'This slot is taken.', requestId: 'r-1' },
    }))

  it('contains issues if there are any', () => {
    const issues = [{ code: 'type', path: 'a', message: 'No.' }] as const
    expect(toEnvelope(new QuireError('validation', 'No.', { issues }), 'r').error.issues).toEqual(issues)
    expect(toEnvelope(new QuireError('validation', 'No.', { issues: [] }), 'r').error).not.toHaveProperty('issues')
  })

  it('contains the cursors of a feed', () =>
    expect(
      toEnvelope(new QuireError('conflict', 'Gone.', { feed: { first: '1', next: '2' } }), 'r').error,
    ).toMatchObject({
      first: '1',
      next: '2',
    }))

  it.each<[string, unknown]>([
    ['a fault of the program', new TypeError('secret')],
    ['an internal error of ours', new QuireError('internal', 'secret')],
    ['a text that was thrown', 'secret'],
    ['nothing that was thrown', undefined],
    ['an object that looks like an error of ours', { name: 'QuireError', code: 'conflict', message: 'secret' }],
  ])('reveals nothing about %s', (_, error) => {
    const envelope = toEnvelope(error, 'r')
    expect(envelope.error).toMatchObject({ code: 'internal', status: 500 })
    expect(JSON.stringify(envelope)).not.toContain('secret')
  })

  it('never contains the cause of an error', () =>
    expect(
      JSON.stringify(toEnvelope(new QuireError('conflict', 'No.', { cause: new Error('secret') }), 'r')),
    ).not.toContain('secret'))
})

describe('the headers of an error', () => {
  it.each<[string, QuireError, string[]]>([
    ['are none for most', new QuireError('not_found', 'No.'), []],
    ['say when to try again', new QuireError('rate_limited', 'No.', { retryAfter: 7 }), ['Retry-After', '7']],
    ['round that up', new QuireError('rate_limited', 'No.', { retryAfter: 7.1 }), ['Retry-After', '8']],
    ['never say at once', new QuireError('rate_limited', 'No.', { retryAfter: 0 }), ['Retry-After', '1']],
    ['say which methods there are', new MethodNotAllowed('PUT', ['GET', 'PATCH']), ['Allow', 'GET, PATCH']],
    ['say how many bytes there are', new RangeNotSatisfiable(5), ['Content-Range', 'bytes */5']],
  ])('%s', (_, error, headers) => expect(headersOf(error)).toEqual(headers))

  it('request credentials in the same words for every cause', () => {
    const codes = ERROR_CODES.filter((code) => STATUS_OF_CODE[code] === 401)
    expect(codes.length).toBeGreaterThan(1)
    const said = codes.map((code) => headersOf(new QuireError(code, 'No.')).join())
    expect(new Set(said)).toEqual(new Set(['WWW-Authenticate,Session realm="api", Bearer realm="api"']))
  })
})
