/** Workflows that run for days, in one n8n that is killed once: each start costs 10 seconds of CPU. */
import './restarts/crash';
import './restarts/repeatable';
