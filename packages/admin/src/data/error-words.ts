import { isApiError } from './api-error.ts'
import { words } from '../words/use-words.ts'

/** What to say about a refusal. Codes are stable; messages of the service are in English, and for developers. */
export const errorWords = words({
  en: {
    title: 'Something went wrong',
    refused: 'This is not open to you',
    missing: 'There is nothing here',
    network: 'The service cannot be reached. Check your connection.',
    unauthenticated: 'You are no longer signed in. Sign in again to go on.',
    forbidden: 'You may not do this. If you need to, ask somebody who looks after the site.',
    not_found: 'It was deleted, never existed, or you may not see it.',
    invalid_credentials: 'Address and password do not match.',
    invalid_token: 'This link is no longer valid. Ask for a new one.',
    unverified: 'Your address is not confirmed yet. Open the link in the mail that we sent you.',
    too_many_attempts: 'Too many attempts. Wait a few minutes, then try again.',
    rate_limited: 'Too many requests. Wait a moment, then try again.',
    revision_conflict: 'Somebody else has changed this in the meantime.',
    locked: 'Somebody else is editing this.',
    referenced: 'Other documents point to this, and they need it.',
    validation: 'Some of it is not right yet.',
    payload_too_large: 'This is too large.',
    timeout: 'This took too long. Try again.',
    unavailable: 'The service is busy. Try again in a moment.',
    internal: 'The service failed. Tell those who run it, with the number below.',
    request: (id: string) => `Request ${id}`,
  },
  de: {
    title: 'Etwas ist schiefgegangen',
    refused: 'Das ist dir nicht zugänglich',
    missing: 'Hier ist nichts',
    network: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung.',
    unauthenticated: 'Du bist nicht mehr angemeldet. Melde dich wieder an.',
    forbidden: 'Das darfst du nicht. Wenn du es brauchst, frage jemanden, der die Website betreut.',
    not_found: 'Es wurde gelöscht, gab es nie, oder du darfst es nicht sehen.',
    invalid_credentials: 'Adresse und Passwort passen nicht zusammen.',
    invalid_token: 'Dieser Link gilt nicht mehr. Fordere einen neuen an.',
    unverified: 'Deine Adresse ist noch nicht bestätigt. Öffne den Link in unserer Mail.',
    too_many_attempts: 'Zu viele Versuche. Warte ein paar Minuten.',
    rate_limited: 'Zu viele Anfragen. Warte einen Moment.',
    revision_conflict: 'Jemand anders hat das inzwischen geändert.',
    locked: 'Jemand anders bearbeitet das gerade.',
    referenced: 'Andere Dokumente verweisen darauf und brauchen es.',
    validation: 'Etwas stimmt noch nicht.',
    payload_too_large: 'Das ist zu groß.',
    timeout: 'Das hat zu lange gedauert. Versuche es noch einmal.',
    unavailable: 'Der Dienst ist ausgelastet. Versuche es gleich noch einmal.',
    internal: 'Der Dienst ist gescheitert. Nenne denen, die ihn betreiben, die Nummer unten.',
    request: (id) => `Anfrage ${id}`,
  },
})

type ErrorWords = (typeof errorWords)['en']

export function explain(error: unknown, said: ErrorWords): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : said.title
  const text = (said as unknown as Record<string, unknown>)[error.code]
  return typeof text === 'string' ? text : error.message
}
