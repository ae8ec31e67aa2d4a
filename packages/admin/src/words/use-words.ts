import { appearance, useAppearance } from './appearance.ts'
import { type Translation, translationOf } from './languages.ts'
import { say } from './say.ts'
import type { Said, Words } from './words.ts'

/** Memoized per part of the app and translation, so that the result keeps its identity. */
const made = new WeakMap<object, WeakMap<Translation, unknown>>()

export function useWords<Shape>(all: Words<Shape>): Said<Shape> {
  return wordsIn(all, useAppearance().language)
}

/** The same outside of components, for short messages. */
export function wordsNow<Shape>(all: Words<Shape>): Said<Shape> {
  return wordsIn(all, appearance().language)
}

function wordsIn<Shape>(all: Words<Shape>, language: string): Said<Shape> {
  const translation = translationOf(language)
  const known = made.get(all) ?? new WeakMap<Translation, unknown>()
  made.set(all, known)
  const said = (known.get(translation) as Said<Shape> | undefined) ?? say(all, language, translation)
  known.set(translation, said)
  return said
}
