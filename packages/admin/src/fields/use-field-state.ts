import { useMemo, useSyncExternalStore } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import type { BesideValue, FormContext } from './contract.ts'
import { type FollowedForm, keysOf } from './form-model.ts'

export interface FieldState {
  readonly value: unknown
  readonly isChanged: boolean
  readonly beside: BesideValue | undefined
}

interface FieldStore {
  readonly state: () => FieldState
  /** The form context for the input; values that the input reads through it are subscribed. */
  readonly form: FormContext
}

/** Subscribes to one field. With `isFollowing`, the input subscribes itself, and only the number of rows is watched. */
export function useFieldState(
  form: FollowedForm,
  field: FieldSchema,
  path: string,
  isFollowing: boolean,
): FieldState & { readonly form: FormContext } {
  const store = useMemo(() => storeOf(form, field, path, isFollowing), [form, field, path, isFollowing])
  const state = useSyncExternalStore(form.model.subscribe, store.state)
  return { ...state, value: isFollowing ? form.model.at(keysOf(path)) : state.value, form: store.form }
}

function storeOf(form: FollowedForm, field: FieldSchema, path: string, isFollowing: boolean): FieldStore {
  const keys = keysOf(path)
  const others = new Map<string, unknown>()
  let last: FieldState | undefined
  const isSame = (one: FieldState, other: FieldState) =>
    one.value === other.value && one.isChanged === other.isChanged && isSameBeside(one.beside, other.beside)
  return {
    state: () => {
      const value = form.model.at(keys)
      const next = {
        value: isFollowing ? sizeOf(value) : value,
        isChanged: form.isChanged(path),
        beside: field.localized ? form.otherLocale?.(path) : undefined,
      }
      const areOthers = [...others].every(([at, seen]) => form.value(at) === seen)
      if (last && areOthers && isSame(last, next)) return last
      for (const at of others.keys()) others.set(at, form.value(at))
      last = next
      return next
    },
    form: isFollowing
      ? form
      : {
          ...form,
          value: (at) => {
            const value = form.value(at)
            others.set(at, value)
            return value
          },
        },
  }
}

/** The number of rows, to show whether it exceeds the limit. */
function sizeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length
  return value === null || value === undefined ? null : true
}

function isSameBeside(one: BesideValue | undefined, other: BesideValue | undefined): boolean {
  return one === other || (one?.locale === other?.locale && one?.value === other?.value && one?.state === other?.state)
}
