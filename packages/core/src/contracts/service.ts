/**
 * A value that the application provides to a feature, and that the engine does not know, such as a client for a mail
 * server. The feature defines it; the application provides it when it starts.
 *
 * @example
 * export const keyring = defineService<Keyring | null>('keyring')
 * const ring = call.runtime.services.get(keyring)
 */
export interface Service<Value> {
  readonly name: string
  /** Types only. */
  readonly '~value'?: Value
}

export function defineService<Value>(name: string): Service<Value> {
  return { name }
}

export class Services {
  readonly #values = new Map<string, unknown>()

  provide<Value>({ name }: Service<Value>, value: Value): this {
    this.#values.set(name, value)
    return this
  }

  get<Value>({ name }: Service<Value>): Value {
    if (!this.#values.has(name)) throw new Error(`the application provides no ${name}`)
    // Safe cast: `provide` takes nothing else for this service.
    return this.#values.get(name) as Value
  }
}
