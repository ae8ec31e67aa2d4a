import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, ISSUE_CODES } from '../../../core/src/contracts/errors.ts'
import { issueWords as service } from '../../../core/src/fields/issue-words.ts'
import german from '../words/languages/de/app.json' with { type: 'json' }
import { say } from '../words/say.ts'
import { errorWords, errorWordKey } from '../data/error-words.ts'
import { issueWords } from '../data/issue-words.ts'
import { furtherIssueWords, issueInWords } from './further-issue-words.ts'

const inGerman = { plain: say(issueWords, 'de', german), further: say(furtherIssueWords, 'de', german) }
const inEnglish = { plain: say(issueWords, 'en', {}), further: say(furtherIssueWords, 'en', {}) }
const toEnglish = (message: string, code?: string) => issueInWords({ message, ...(code && { code }) }, inEnglish)
const toGerman = (message: string, code?: string) => issueInWords({ message, ...(code && { code }) }, inGerman)

/** All messages of the service about values, with singular and plural numbers. */
const SAID = Object.values(service).flatMap((words) =>
  typeof words === 'string' ? [words] : [words(1 as never), words(12 as never)],
)

describe('messages of the service', () => {
  it.each(SAID)('are translated for the reader, and reworded for editors in English: %s', (message) => {
    expect(toEnglish(message)).not.toBe(message)
    expect(toGerman(message)).not.toBe(message)
  })

  it('keep their limits, and leave messages of the application unchanged', () => {
    expect(toGerman('Must have at most 1 row.')).toBe('Höchstens 1 Eintrag')
    expect(toGerman('Must be 2026-01-01 or more.')).toBe('Gib mindestens 2026-01-01 ein')
    expect(toGerman('Must match the pattern ^a{2}$.')).toBe('Das entspricht nicht dem Muster ^a{2}$')
    expect(toGerman('The site uses /posts itself.', 'custom')).toBe('The site uses /posts itself.')
  })

  it('keep several values, each in its place', () => {
    const message = 'Files of the type text/plain are not accepted here. Send one of: image/png, image/webp.'
    expect(toEnglish(message)).toBe(message)
    expect(toGerman(message)).toBe(
      'Dateien vom Typ text/plain werden hier nicht angenommen. Möglich sind: image/png, image/webp.',
    )
  })

  it('without a translation are shown after the meaning of their code; in English, alone', () => {
    expect(toGerman('Must not be null.', 'type')).toBe('Ist von anderer Art als erwartet. (Must not be null.)')
    expect(toEnglish('Must not be null.', 'type')).toBe('Must not be null.')
  })
})

it('every issue code has words, except for `custom`', () => {
  expect(Object.keys(furtherIssueWords.english.codes).toSorted()).toEqual(
    ISSUE_CODES.filter((code) => code !== 'custom').toSorted(),
  )
})

it('every code of an error has words', () => {
  expect(ERROR_CODES.filter((code) => !(errorWordKey(code) in errorWords.english))).toEqual([])
})

it('every message of the service with the code `custom` is translated', () => {
  const packages = join(import.meta.dirname, '../../..')
  // Messages about calls that the app doesn't make.
  const OF_CALLS =
    /cannot be combined|Only the columns of a CSV|^Must be a different locale|has no drafts: every document|too small to make a difference/
  const messages = globSync('{core/src/{fields,engine/write},features/src}/**/*.ts', { cwd: packages }).flatMap(
    (file) => {
      const source = readFileSync(join(packages, file), 'utf8')
      const own = [...source.matchAll(/code: 'custom'[^}]*?message(?:: (['`])(.*?)\1)?[ ,\n}]/g)]
      return own.flatMap(([, , said]) => (said === undefined ? messagesIn(source) : [filledIn(said)]))
    },
  )
  const unknown = messages.filter((message) => !OF_CALLS.test(message) && toGerman(message) === message)
  expect(messages.length).toBeGreaterThan(2)
  expect(unknown).toEqual([])
})

/** Texts that a file keeps in a constant of this name. */
function messagesIn(source: string): string[] {
  return [...source.matchAll(/message =\s+(['`])(.*?)\1/g)].map(([, , text = '']) => filledIn(text))
}

const filledIn = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, '7')
