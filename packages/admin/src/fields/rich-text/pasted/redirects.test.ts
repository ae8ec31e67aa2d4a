import { expect, it } from 'vitest'
import { withoutRedirect } from './redirects.ts'

it.each([
  [
    'https://www.google.com/url?q=https://example.com/a?b%3Dc%26d&sa=D&source=editors&ust=17',
    'https://example.com/a?b=c&d',
  ],
  ['https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fexample.com%2F', 'https://example.com/'],
  ['http://google.de/url?q=mailto:ann@example.com', 'mailto:ann@example.com'],
  ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com&data=05', 'https://example.com'],
])('%s leads to %s', (address, target) => {
  expect(withoutRedirect(address)).toBe(target)
})

it.each([
  'https://www.google.com/search?q=https://example.com',
  'https://www.google.com/url',
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://google.com.example.org/url?q=https://example.com',
  'https://google.example/url?q=https://example.com',
  'https://example.com/url?q=https://example.org',
  '/url?q=https://example.com',
  '#top',
  'https://',
  '',
])('%j stays as it is', (address) => {
  expect(withoutRedirect(address)).toBe(address)
})
