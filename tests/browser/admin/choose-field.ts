import type { Locator, Page } from 'playwright-core'

/** Chooses a field by its label ("Size › Height") where fields are found by typing. */
export async function chooseField(scope: Page | Locator, label: string, field: string, typed = field): Promise<void> {
  const input = scope.getByRole('combobox', { name: label, exact: true }).last()
  // A click where an option was just chosen would be dropped as the second one of a double click.
  await input.press('ArrowDown')
  await input.fill(typed)
  const page = 'page' in scope ? scope.page() : scope
  await page.getByRole('option', { name: field, exact: true }).click()
}

/** Adds a filter to a list of another kind than documents: "State is Failed". */
export async function addFacet(page: Page, field: string, choose: (form: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  const fields = form.getByRole('combobox', { name: 'Field', exact: true })
  await form.getByRole('button', { name: 'Apply' }).waitFor()
  if ((await fields.count()) > 0) await chooseField(form, 'Field', field)
  await choose(form)
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.waitFor({ state: 'hidden' })
}
