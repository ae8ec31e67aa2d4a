import { PRODUCT_FIELDS } from '../application/quire.config.ts'
import { type Seeded, seeded } from './seeded.ts'

export const SEEDED_PRODUCTS = 100

export type Product = Readonly<Record<string, string>> & { readonly name: string }

export function seededProduct(number: number): Seeded<Product> {
  const details = Array.from({ length: PRODUCT_FIELDS }, (_, index) => [
    `detail${index}`,
    `What there is to know about detail ${index} of product ${number}`,
  ])
  return seeded(number, { name: `Product ${number}`, ...(Object.fromEntries(details) as Record<string, string>) })
}
