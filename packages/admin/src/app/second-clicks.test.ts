import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { withoutRepeats } from './second-clicks.ts'

it('an address that is opened twice is in the history once, so that Back leaves it', () => {
  const history = withoutRepeats(createMemoryHistory({ initialEntries: ['/admin/products'] }))
  for (const address of ['/admin/products/new', '/admin/products/new', '/admin/products/new?locale=ar'])
    history.push(address)
  expect(history.length).toBe(3)
  history.go(-2)
  expect(history.location.href).toBe('/admin/products')
})
