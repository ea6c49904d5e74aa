import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { reserveFreePort } from './free-port.ts'

const listensOn = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

it('gives each port once, free to listen on, and keeps the port before it taken', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, reserveFreePort))
  expect(new Set(ports).size).toBe(20)
  for (const port of ports) {
    expect([port, await listensOn(port)]).toEqual([port, true])
    expect([port, await listensOn(port - 1)]).toEqual([port, false])
  }
})

it('does not keep its process from ending', () => {
  const program =
    "const { reserveFreePort } = await import('./infra/local/free-port.ts'); console.log(await reserveFreePort())"
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(Number(said)).toBeGreaterThan(20_000)
})
