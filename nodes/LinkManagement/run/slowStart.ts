import { MAX_IN_FLIGHT } from '../client/rateLimit/rateLimiter';

/** One item at first, because its reply shows most mistakes (a wrong column, an invalid key), then one more with every good reply. */
export class SlowStart {
	private width = 1;
	private active = 0;
	private readonly waiting: Array<() => void> = [];

	/** Whether the next one has to wait for a reply. */
	get isFull(): boolean {
		return this.active >= this.width;
	}

	/** In the order of the calls. */
	async enter(): Promise<void> {
		if (this.active < this.width && this.waiting.length === 0) {
			this.active++;
			return;
		}
		await new Promise<void>((admit) => this.waiting.push(admit));
	}

	leave(succeeded: boolean): void {
		this.active--;
		if (succeeded) this.width = Math.min(this.width + 1, MAX_IN_FLIGHT);
		while (this.active < this.width) {
			const admit = this.waiting.shift();
			if (!admit) break;
			this.active++;
			admit();
		}
	}
}
