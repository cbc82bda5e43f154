import type { Socket } from 'node:net';

/** Counts requests and sockets that are open at the same time, since the start or the last reset. */
export class Traffic {
	private served = 0;
	private inFlight = 0;
	private maxInFlight = 0;
	private maxOpenSockets = 0;
	private readonly sockets = new Set<Socket>();
	/** Sockets that have a listener for their end. A reset does not empty it. */
	private readonly watched = new WeakSet<Socket>();

	/** Counts an API request that begins. Returns how many are in flight, this one included. */
	begin(socket: Socket): number {
		this.inFlight++;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		// Only sockets of API requests count, not those of the control plane.
		this.sockets.add(socket);
		this.maxOpenSockets = Math.max(this.maxOpenSockets, this.sockets.size);
		if (!this.watched.has(socket)) {
			this.watched.add(socket);
			socket.once('close', () => this.sockets.delete(socket));
		}
		return this.inFlight;
	}

	end(): void {
		this.inFlight--;
		this.served++;
	}

	get stats() {
		return {
			requests: this.served,
			inFlight: this.inFlight,
			maxInFlight: this.maxInFlight,
			openSockets: this.sockets.size,
			maxOpenSockets: this.maxOpenSockets,
		};
	}

	reset(): void {
		this.served = 0;
		this.maxInFlight = this.inFlight;
		// Idle sockets of earlier requests do not count until they are used again.
		this.sockets.clear();
		this.maxOpenSockets = 0;
	}
}
