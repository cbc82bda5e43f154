import type { Socket } from 'node:net';

/** How much went on at once, since the start or the last reset. */
export class Traffic {
	private served = 0;
	private inFlight = 0;
	private maxInFlight = 0;
	private maxOpenSockets = 0;
	private readonly sockets = new Set<Socket>();
	/** Sockets whose end we hear of; outlives a reset. */
	private readonly watched = new WeakSet<Socket>();

	/** Notes an API request; answers how many are in flight with it. */
	begin(socket: Socket): number {
		this.inFlight++;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		// Only sockets that carry API requests count: the control plane's own would blur the figure.
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
