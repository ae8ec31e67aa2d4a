import { issueWords as service } from '../../../core/src/fields/issue-words.ts'
import { describe, expect, it } from 'vitest'
import german from '../words/languages/de/app.json' with { type: 'json' }
import { say } from '../words/say.ts'
import { issueInWords, issueWords } from './issue-words.ts'

const inGerman = say(issueWords, 'de', german)
const inEnglish = say(issueWords, 'en', {})

/** Everything that the service says of values, once with a number of one and once with another. */
const SAID = Object.values(service).flatMap((words) =>
  typeof words === 'string' ? [words] : [words(1 as never), words(12 as never)],
)

describe('messages of the service', () => {
  it.each(SAID)('are said in the language of the reader, and in English as they are: %s', (message) => {
    expect(issueInWords(message, inEnglish)).toBe(message)
    expect(issueInWords(message, inGerman)).not.toBe(message)
  })

  it('keep their limits, and what an application says itself', () => {
    expect(issueInWords('Must have at most 1 row.', inGerman)).toBe('Darf höchstens 1 Eintrag haben.')
    expect(issueInWords('Must be 2026-01-01 or more.', inGerman)).toBe('Muss mindestens 2026-01-01 sein.')
    expect(issueInWords('Must match the pattern ^a{2}$.', inGerman)).toBe('Muss dem Muster ^a{2}$ entsprechen.')
    expect(issueInWords('The site uses /posts itself.', inGerman)).toBe('The site uses /posts itself.')
  })
})
