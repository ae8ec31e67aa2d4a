import { type Language, useAppearance } from './appearance.ts'

/**
 * The words of one part of the app, in every language side by side. The compiler holds each language to the shape of the
 * English one.
 *
 * @example
 * export const listWords = words({
 *   en: { title: 'Posts', selected: (count: number) => `${count} selected` },
 *   de: { title: 'Beiträge', selected: (count) => `${count} ausgewählt` },
 * })
 */
export function words<Shape>(
  languages: { readonly en: Shape } & { readonly [L in Language]: NoInfer<Shape> },
): Words<Shape> {
  return languages
}

export type Words<Shape> = { readonly [L in Language]: Shape }

/** The words in the language that the user reads. */
export function useWords<Shape>(all: Words<Shape>): Shape {
  return all[useAppearance().language]
}
