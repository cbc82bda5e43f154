/** Workflows that run for days, in one n8n that is killed twice: each start costs 10 seconds of CPU. */
import './restarts/repeatable';
import './restarts/trigger';
