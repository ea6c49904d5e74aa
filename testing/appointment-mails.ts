import { expect } from 'vitest'
import { deliverOutbox, readOutboxOf } from './outbox.ts'
import type { World } from './world.ts'

/** Session of the person who books, and id of the agent who gets the appointment. */
interface By {
  readonly session: string
  readonly agentId: string
}

/**
 * Returns functions that book and change appointments in a world (the back end of one test file), and deliver mails.
 * `by` gives the session that books and the agent who gets the appointment.
 */
export function prepareAppointmentMails(world: World, by: () => By) {
  let customers = 0

  /** Books an appointment of a new customer; returns its id and the customer's e-mail address. */
  async function book(changes: object = {}): Promise<{ id: string; to: string }> {
    const to = `klant-${++customers}@klant.example`
    const reply = await world.call('POST', '/api/appointments', {
      as: by().session,
      body: {
        customerName: 'Jan Jansen',
        customerPhone: '0475123456',
        customerEmail: to,
        appointmentDate: '2026-11-24',
        appointmentTime: '10:00',
        bookAnyway: true,
        agentId: by().agentId,
        ...changes,
      },
    })
    expect(reply.status, reply.text).toBe(201)
    return { id: reply.body.id, to }
  }

  async function change(id: string, body: object): Promise<void> {
    const reply = await world.call('PATCH', `/api/appointments/${id}`, {
      ...{ as: by().session, body: { bookAnyway: true, ...body } },
    })
    expect(reply.status, reply.text).toBe(200)
  }

  /** Overwrites fields of a stored appointment with values that forms no longer accept. */
  async function wasStoredWith(id: string, texts: object): Promise<void> {
    const { Appointments } = await import('../functions/appointments/entity.ts')
    await Appointments.patch({ id }).set(texts).go()
  }

  return {
    book,
    wasStoredWith,
    change,
    /** Returns the outbox items of the mails about an appointment. */
    itemsOf: async (id: string) => (await readOutboxOf(id)).filter(({ kind }) => kind !== 'appointment-held'),
    deliver: deliverOutbox,
    remove: (id: string) => world.call('DELETE', `/api/appointments/${id}`, { as: by().session }),
    /** Runs the scheduled job that queues reminders. */
    remind: async () => (await import('../functions/appointments/mails/reminders.ts')).queueReminders(),
    details: async (id: string) => (await world.call('GET', `/api/appointments/${id}`, { as: by().session })).body,
    /** Returns the mails to a customer, oldest first. */
    mailsTo: async (to: string) => (await world.ses.mails()).filter((mail) => mail.to.includes(to)).reverse(),
    resend: (id: string, mailId: string, as = by().session) =>
      world.call('POST', `/api/appointments/${id}/mails/${mailId}/resend`, { as }),
  }
}
