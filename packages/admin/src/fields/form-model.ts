import type { ComponentType } from 'react'
import type { FormContext, FormModel, InputProps } from './contract.ts'
import { isRecord, type Members } from '../data/members.ts'
import { rowsOf } from './rows.ts'

export function keysOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('.')
}

export function valueIn(content: unknown, keys: readonly string[]): unknown {
  let value = content
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Members)[key]
  }
  return value
}

/** Copy of the content with another value at a path. Other parts keep their identity. */
export function changedIn(content: unknown, keys: readonly string[], next: unknown): unknown {
  const [key, ...inside] = keys
  if (key === undefined) return next
  if (Array.isArray(content)) {
    // Rows that had no id get one here.
    const rows = rowsOf(content)
    const index = Number(key)
    return index < rows.length ? rows.with(index, changedIn(rows[index], inside, next) as (typeof rows)[number]) : rows
  }
  const members = isRecord(content) ? content : {}
  return { ...members, [key]: changedIn(members[key], inside, next) }
}

/** A model for fields outside of a document. */
export class DetachedModel implements FormModel {
  /** Called with each change. */
  onChange: (content: unknown, name: string | undefined) => void = () => undefined
  readonly #listeners = new Set<() => void>()
  readonly #root: readonly string[]
  #content: unknown

  constructor(root: readonly string[], content: unknown) {
    this.#root = root
    this.#content = content
  }

  readonly at = (keys: readonly string[]): unknown => {
    const isInside = this.#root.every((key, index) => keys[index] === key)
    return isInside ? valueIn(this.#content, keys.slice(this.#root.length)) : undefined
  }

  readonly change = (keys: readonly string[], next: unknown): void => {
    const inside = keys.slice(this.#root.length)
    // At once: an input that renders a former value loses its caret position.
    this.replace(changedIn(this.#content, inside, next))
    this.onChange(this.#content, inside[0])
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  replace(content: unknown): void {
    if (this.#content === content) return
    this.#content = content
    for (const listener of this.#listeners) listener()
  }
}

/** A model of immutable content, such as a revision. */
export function unchanging(content: unknown): FormModel {
  return { at: (keys) => valueIn(content, keys), change: () => undefined, subscribe: () => () => undefined }
}

const followers = new WeakSet<object>()

/**
 * Marks inputs that subscribe to `form.model` themselves, so their parent doesn't pass each value. Inputs of extensions
 * get every value.
 */
export function following(Input: FollowingInput): FollowingInput {
  followers.add(Input)
  return Input
}

type FollowingInput = ComponentType<InputProps>

export function followsModel(Input: FollowingInput): boolean {
  return followers.has(Input)
}

export type FollowedForm = FormContext & { readonly model: FormModel }
