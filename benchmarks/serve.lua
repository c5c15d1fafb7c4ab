-- Different questions to the server, from the file that LLQ_QUESTIONS names; LLQ_RATE paces them.

local questions, rate, lot = {}, tonumber(os.getenv("LLQ_RATE")), 0
for line in io.lines(os.getenv("LLQ_QUESTIONS")) do
  questions[#questions + 1] = line
end

function init()
  math.randomseed(1)
end

function request()
  lot = lot % #questions + 1
  return wrk.format("GET", questions[lot])
end

if rate then -- milliseconds between two requests of a connection, at random as people come
  local mean = 1000 * tonumber(os.getenv("LLQ_CONNECTIONS")) / rate
  function delay()
    return math.floor(-math.log(1 - math.random()) * mean + 0.5)
  end
end

function done(summary, latency)
  local errors, bad = summary.errors, summary.errors.status
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    "LLQ %d %d %d %.3f %.3f %.3f", summary.requests, bad, lost, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000
  ))
end
