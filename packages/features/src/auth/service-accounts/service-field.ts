import {
  type Call,
  type FieldDefinitions,
  fieldTypes,
  type JsonObject,
  parseJson,
  type Stamp,
} from '@quirecms/core/feature'

const NAME = '_service'

/** Whether a user is a service account. The value never changes. */
export const SERVICE_FIELD: FieldDefinitions = { [NAME]: { type: fieldTypes.checkbox, options: {}, maintained: true } }

export const AS_SERVICE_ACCOUNT: JsonObject = { [NAME]: true }

export function isServiceAccount(content: Readonly<JsonObject>): boolean {
  return content[NAME] === true
}

/** Neither an update nor an older version turns a person into a service account, or the other way round. */
export const stampService: Stamp<Call> = ({ maintained }, before) => {
  const origin = before ? (parseJson(before.json) as JsonObject) : (maintained ?? {})
  return { [NAME]: isServiceAccount(origin) }
}
