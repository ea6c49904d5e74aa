import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a stand-in for Secrets Manager with one secret. `asked` counts the requests it got, `stop` ends it. */
export async function startSecrets(id: string, value: string) {
  let asked = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      asked += 1
      const known = (JSON.parse(body) as { SecretId?: string }).SecretId === id
      response.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(known ? { SecretString: value } : { __type: 'ResourceNotFoundException' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
