import { beforeAll, expect, test } from 'vitest'

let table: typeof import('./table.ts')
beforeAll(async () => {
  Object.assign(process.env, { TABLE_NAME: 'test', AWS_REGION: 'eu-west-1' })
  table = await import('./table.ts')
})

test('an entity is made when it is first used, and its model is checked then', () => {
  const { Entity, key, model, store } = table
  const attributes = { id: { type: 'string' } } as const
  const pk = { ...key.primary.pk, composite: ['id'], template: 'thing#${id}' } as const
  const wrong = { ...model('thing'), version: 1 as unknown as string }
  const broken = new Entity({ model: wrong, attributes, indexes: { primary: { pk } } }, store)
  expect(() => broken.get({ id: '1' })).toThrow('instance.model.version is not of a type(s) string')
  const whole = new Entity({ model: model('thing'), attributes, indexes: { primary: { pk } } }, store)
  expect(whole.get({ id: 'A' }).params()).toMatchObject({ TableName: 'test', Key: { pk: 'thing#A' } })
})

test('nothing scans', async () => {
  const { Entity, key, model, store } = table
  const pk = { ...key.primary.pk, composite: ['id'], template: 'thing#${id}' } as const
  const things = new Entity(
    { model: model('thing'), attributes: { id: { type: 'string' } }, indexes: { primary: { pk } } } as const,
    store,
  )
  await expect(things.scan.go()).rejects.toThrow('No scans')
})
