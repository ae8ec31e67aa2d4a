import type { JsonValue } from '../contracts/json.ts'

export interface Equality<Value> {
  equals?: Value | null
  not_equals?: Value | null
  in?: readonly (Value | null)[]
  not_in?: readonly (Value | null)[]
  exists?: boolean
}

export interface Order<Value> {
  greater_than?: Value
  greater_than_equal?: Value
  less_than?: Value
  less_than_equal?: Value
}

export interface TextSearch {
  like?: string
  contains?: string
  starts_with?: string
  ends_with?: string
}

export interface TextConditions extends Equality<string>, Order<string>, TextSearch {}

export interface OrderedConditions<Value> extends Equality<Value>, Order<Value> {}

/** Compares a scalar at any path of a JSON value. */
export interface JsonConditions extends Equality<JsonScalar>, Order<string | number>, TextSearch {}

type JsonScalar = Exclude<JsonValue, object>

/** For `many`: compares an element, or the whole list. */
export interface ListConditions<Value> {
  equals?: Value | readonly Value[] | null
  not_equals?: Value | readonly Value[] | null
  in?: readonly (Value | null)[]
  not_in?: readonly (Value | null)[]
  contains?: Value
  all?: readonly Value[]
  exists?: boolean
}

export interface PointConditions {
  near?: readonly [lng: number, lat: number, maxMeters: number, minMeters?: number]
  within?: GeoJsonPolygon
  equals?: readonly [lng: number, lat: number] | null
  not_equals?: readonly [lng: number, lat: number] | null
  exists?: boolean
}

export interface GeoJsonPolygon {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly (readonly [lng: number, lat: number])[])[]
}

export interface Presence {
  exists?: boolean
}

/** For an array or blocks as a whole: tests whether there are rows. */
export interface RowConditions extends Presence {
  equals?: null
  not_equals?: null
}
